#[cfg(unix)]
/// Undoes an operation.
#[avenir_tool(title = "Undo")]
#[expect(clippy::unused_async, reason = "an attribute stays on the function")]
pub(crate) async fn r#match(
    #[expect(unused, reason = "so does one on a parameter")] cx: &ReadCx,
    Args { ids, .. }: super::Args,
) -> Result<Vec<String>, ToolError> {
    #![allow(clippy::all, reason = "and one inside")]
    r#match::<u8>(ids)
}
