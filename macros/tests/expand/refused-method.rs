/// Moves money.
#[avenir_tool(title = "Move money")]
pub async fn move_money(&self, args: MoveMoney) -> Result<Moved, ToolError> {
    self.plan(args)
}
