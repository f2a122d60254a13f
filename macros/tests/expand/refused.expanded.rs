::core::compile_error! {
    "there is no argument `titel`. Did you mean `title`? The arguments are `write`, `title`, `with_writes`, `costs`, `subject`, `unconfirmed`, `destructive`, `idempotent`"
}
::core::compile_error! {
    "a tool needs a title: add `title = \"…\"`"
}
::core::compile_error! {
    "a write tool says whether what was there before is lost: add `destructive = true` or `destructive = false`"
}
::core::compile_error! {
    "a write tool says whether doing it twice is doing it once: add `idempotent = true` or `idempotent = false`"
}
::core::compile_error! {
    "a write tool needs a subject: add `subject = …` with the type the person's yes is bound to, or `unconfirmed = \"…\"` with the reason why nobody is asked"
}
/// Moves money.
#[allow(non_camel_case_types, reason = "a tool's value bears the name of its function")]
pub struct move_money;
const _: () = {
    #[allow(dead_code, reason = "the tool that would call it was refused")]
    /// Moves money.
    pub async fn move_money(
        cx: &ReadCx,
        args: MoveMoney,
    ) -> Result<Proposal<MoneyMove, MoveMoneyResult>, ToolError> {
        logic::moves::plan(cx, &args)
    }
    impl ::avenir::tool::Tool for move_money {
        fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
            ::core::unreachable!()
        }
        fn schemas(&self) -> &'static ::avenir::tool::Schemas {
            ::core::unreachable!()
        }
        fn call<'a>(
            &'a self,
            _: ::avenir::tool::Call<'a>,
        ) -> ::avenir::tool::ToolFuture<'a> {
            ::core::unreachable!()
        }
    }
};
