/// Category balances for a month: assigned, spent, available.
///
/// Amounts are in the plan's currency.
#[allow(non_camel_case_types, reason = "a tool's value bears the name of its function")]
pub struct get_category_balances;
const _: () = {
    /// Category balances for a month: assigned, spent, available.
    ///
    /// Amounts are in the plan's currency.
    pub async fn get_category_balances(
        cx: &ReadCx,
        args: MonthArgs,
    ) -> Result<Balances, ToolError> {
        let month = cx.month(args.month).await?;
        Ok(logic::balances::of(&month))
    }
    impl ::avenir::tool::ReadTool for get_category_balances {
        type Arguments = MonthArgs;
        type Result = Result<Balances, ToolError>;
        fn start(
            __cx: &::avenir::context::ReadCx,
            __arguments: MonthArgs,
        ) -> ::avenir::tool::Started<'_, Result<Balances, ToolError>> {
            ::std::boxed::Box::pin(get_category_balances(__cx, __arguments))
        }
    }
    impl ::avenir::tool::Tool for get_category_balances {
        fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
            const FACTS: ::avenir::tool::ToolFacts = ::avenir::tool::ToolFacts {
                name: "get_category_balances",
                title: "Category balances for a month",
                description: "Category balances for a month: assigned, spent, available.\n\nAmounts are in the plan's currency.",
                costs: ::core::option::Option::None,
                with_writes: ::core::option::Option::None,
                access: ::avenir::tool::Access::Read,
            };
            &FACTS
        }
        fn schemas(&self) -> &'static ::avenir::tool::Schemas {
            static __SCHEMAS: ::avenir::tool::rt::Later = ::avenir::tool::rt::read_schemas::<
                get_category_balances,
            >();
            &__SCHEMAS
        }
        fn call<'a>(
            &'a self,
            __call: ::avenir::tool::Call<'a>,
        ) -> ::avenir::tool::ToolFuture<'a> {
            ::avenir::tool::rt::read(self, __call)
        }
    }
    let _ = get_category_balances;
};
