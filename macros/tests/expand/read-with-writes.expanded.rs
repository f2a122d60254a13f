/// The categories of a plan, by group.
#[allow(non_camel_case_types, reason = "a tool's value bears the name of its function")]
pub struct list_category_groups;
const _: () = {
    /// The categories of a plan, by group.
    pub async fn list_category_groups(
        cx: &ReadCx,
        _: PlanArgs,
    ) -> Result<Groups, ToolError> {
        cx.categories().await.map(Groups::from)
    }
    impl ::avenir::tool::ReadTool for list_category_groups {
        type Arguments = PlanArgs;
        type Result = Result<Groups, ToolError>;
        fn start(
            __cx: &::avenir::context::ReadCx,
            __arguments: PlanArgs,
        ) -> ::avenir::tool::Started<'_, Result<Groups, ToolError>> {
            ::std::boxed::Box::pin(list_category_groups(__cx, __arguments))
        }
    }
    impl ::avenir::tool::Tool for list_category_groups {
        fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
            const FACTS: ::avenir::tool::ToolFacts = ::avenir::tool::ToolFacts {
                name: "list_category_groups",
                title: "List categories",
                description: "The categories of a plan, by group.",
                costs: ::core::option::Option::None,
                with_writes: ::core::option::Option::Some(
                    "Their ids are what `move_money` takes.",
                ),
                access: ::avenir::tool::Access::Read,
            };
            &FACTS
        }
        fn schemas(&self) -> &'static ::avenir::tool::Schemas {
            static __SCHEMAS: ::avenir::tool::rt::Later = ::avenir::tool::rt::read_schemas::<
                list_category_groups,
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
    let _ = list_category_groups;
};
