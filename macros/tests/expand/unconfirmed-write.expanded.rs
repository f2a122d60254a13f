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
    impl ::avenir::tool::UnconfirmedWriteTool for approve_transactions {
        type Arguments = Approve;
        type Result = Result<Proposal<(), Approved>, ToolError>;
        fn start(
            __cx: &::avenir::context::ReadCx,
            __arguments: Approve,
        ) -> ::avenir::tool::Started<'_, Result<Proposal<(), Approved>, ToolError>> {
            ::std::boxed::Box::pin(approve_transactions(__cx, __arguments))
        }
    }
    impl ::avenir::tool::Tool for approve_transactions {
        fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
            const FACTS: ::avenir::tool::ToolFacts = ::avenir::tool::ToolFacts {
                name: "approve_transactions",
                title: "Approve transactions",
                description: "Approves transactions.",
                costs: ::core::option::Option::None,
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
        fn schemas(&self) -> &'static ::avenir::tool::Schemas {
            static __SCHEMAS: ::avenir::tool::rt::Later = ::avenir::tool::rt::unconfirmed_write_schemas::<
                approve_transactions,
            >();
            &__SCHEMAS
        }
        fn call<'a>(
            &'a self,
            __call: ::avenir::tool::Call<'a>,
        ) -> ::avenir::tool::ToolFuture<'a> {
            ::avenir::tool::rt::unconfirmed_write(self, __call)
        }
    }
    let _ = approve_transactions;
};
