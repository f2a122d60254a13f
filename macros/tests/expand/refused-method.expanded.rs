::core::compile_error! {
    "a tool is a free function: write `cx: &ReadCx` instead of `self` and move it out of the `impl`"
}
/// Moves money.
pub async fn move_money(&self, args: MoveMoney) -> Result<Moved, ToolError> {
    self.plan(args)
}
