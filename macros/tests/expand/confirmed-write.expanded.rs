/// Moves money from one category to another for a month.
#[allow(non_camel_case_types, reason = "a tool's value bears the name of its function")]
pub struct move_money;
const _: () = {
    /// Moves money from one category to another for a month.
    pub async fn move_money(
        cx: &ReadCx,
        args: MoveMoney,
    ) -> Result<Proposal<MoneyMove, MoveMoneyResult>, ToolError> {
        let month = cx.month(args.month).await?;
        logic::moves::plan(&month, &args).map(Proposal::from)
    }
    impl ::avenir::tool::ConfirmedWriteTool for move_money {
        type Arguments = MoveMoney;
        type Subject = MoneyMove;
        type Result = Result<Proposal<MoneyMove, MoveMoneyResult>, ToolError>;
        fn start(
            __cx: &::avenir::context::ReadCx,
            __arguments: MoveMoney,
        ) -> ::avenir::tool::Started<
            '_,
            Result<Proposal<MoneyMove, MoveMoneyResult>, ToolError>,
        > {
            ::std::boxed::Box::pin(move_money(__cx, __arguments))
        }
    }
    impl ::avenir::tool::Tool for move_money {
        fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
            const FACTS: ::avenir::tool::ToolFacts = ::avenir::tool::ToolFacts {
                name: "move_money",
                title: "Move money",
                description: "Moves money from one category to another for a month.",
                costs: ::core::option::Option::None,
                with_writes: ::core::option::Option::None,
                access: ::avenir::tool::Access::Write(::avenir::tool::WriteFacts {
                    destructive: true,
                    idempotent: false,
                    confirmation: ::avenir::tool::Confirmation::Asked,
                }),
            };
            &FACTS
        }
        fn schemas(&self) -> &'static ::avenir::tool::Schemas {
            static __SCHEMAS: ::avenir::tool::rt::Later = ::avenir::tool::rt::confirmed_write_schemas::<
                move_money,
            >();
            &__SCHEMAS
        }
        fn call<'a>(
            &'a self,
            __call: ::avenir::tool::Call<'a>,
        ) -> ::avenir::tool::ToolFuture<'a> {
            ::avenir::tool::rt::confirmed_write(self, __call)
        }
    }
    let _ = move_money;
};
