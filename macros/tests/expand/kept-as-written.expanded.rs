#[cfg(unix)]
/// Undoes an operation.
#[allow(non_camel_case_types, reason = "a tool's value bears the name of its function")]
pub(crate) struct r#match;
#[cfg(unix)]
const _: () = {
    #[cfg(unix)]
    /// Undoes an operation.
    #[expect(clippy::unused_async, reason = "an attribute stays on the function")]
    pub(crate) async fn r#match(
        #[expect(unused, reason = "so does one on a parameter")]
        cx: &ReadCx,
        Args { ids, .. }: super::Args,
    ) -> Result<Vec<String>, ToolError> {
        #![allow(clippy::all, reason = "and one inside")]
        r#match::<u8>(ids)
    }
    impl ::avenir::tool::ReadTool for r#match {
        type Arguments = super::Args;
        type Result = Result<Vec<String>, ToolError>;
        fn start(
            __cx: &::avenir::context::ReadCx,
            __arguments: super::Args,
        ) -> ::avenir::tool::Started<'_, Result<Vec<String>, ToolError>> {
            ::std::boxed::Box::pin(r#match(__cx, __arguments))
        }
    }
    impl ::avenir::tool::Tool for r#match {
        fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
            const FACTS: ::avenir::tool::ToolFacts = ::avenir::tool::ToolFacts {
                name: "match",
                title: "Undo",
                description: "Undoes an operation.",
                costs: ::core::option::Option::None,
                with_writes: ::core::option::Option::None,
                access: ::avenir::tool::Access::Read,
            };
            &FACTS
        }
        fn schemas(&self) -> &'static ::avenir::tool::Schemas {
            static __SCHEMAS: ::avenir::tool::rt::Later = ::avenir::tool::rt::read_schemas::<
                r#match,
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
    let _ = r#match;
};
