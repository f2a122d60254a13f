/// Approves transactions.
#[allow(non_camel_case_types, reason = "a tool's value bears the name of its function")]
pub struct approve_transactions;
const _: () = {
    /// Approves transactions.
    pub async fn approve_transactions(
        cx: &ReadCx,
        args: Approve,
    ) -> Result<Proposal<(), Approved>, ToolError> {
        cx.transactions(&args.ids).await.map(Proposal::from)
    }
    impl ::avenir::tool::Tool for approve_transactions {
        fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
            const FACTS: ::avenir::tool::ToolFacts = ::avenir::tool::ToolFacts {
                name: "approve_transactions",
                title: "Approve transactions",
                description: "Approves transactions.",
                with_writes: ::core::option::Option::None,
                access: ::avenir::tool::Access::Write(::avenir::tool::WriteFacts {
                    destructive: false,
                    idempotent: true,
                    confirmation: ::avenir::tool::Confirmation::Unconfirmed {
                        reason: "it moves no money",
                    },
                }),
            };
            &FACTS
        }
        fn schemas(&self) -> ::avenir::tool::Schemas {
            ::avenir::tool::rt::unconfirmed_write_schemas::<
                Approve,
                Result<Proposal<(), Approved>, ToolError>,
            >()
        }
        fn call<'a>(
            &'a self,
            __call: ::avenir::tool::Call<'a>,
        ) -> ::avenir::tool::ToolFuture<'a> {
            ::avenir::tool::rt::unconfirmed_write::<
                Approve,
                Result<Proposal<(), Approved>, ToolError>,
            >(
                self.facts(),
                __call,
                |__cx, __args| ::std::boxed::Box::pin(approve_transactions(__cx, __args)),
            )
        }
    }
    let _ = approve_transactions;
};
