/// The categories of a plan, by group.
#[avenir_tool(title = "List categories", with_writes = "Their ids are what `move_money` takes.")]
pub async fn list_category_groups(cx: &ReadCx, _: PlanArgs) -> Result<Groups, ToolError> {
    cx.categories().await.map(Groups::from)
}
