//! People who are asked, and what they were asked.

use std::sync::Mutex;

use avenir::confirm::{Ask, Reply};
use futures::future::BoxFuture;

/// What happens while the person thinks.
type Meanwhile = Box<dyn FnOnce() + Send>;

/// A person who gives one answer to whatever they are asked.
pub struct Friend {
    reply: Reply,
    questions: Mutex<Vec<String>>,
    meanwhile: Mutex<Option<Meanwhile>>,
}

impl Friend {
    /// Ticks the box.
    pub fn who_agrees() -> Self {
        Self::who_says(Reply::Yes)
    }

    /// Declines, or leaves the box as it is.
    pub fn who_declines() -> Self {
        Self::who_says(Reply::No)
    }

    /// Clicks the question away.
    pub fn who_dismisses() -> Self {
        Self::who_says(Reply::Dismissed)
    }

    pub fn who_says(reply: Reply) -> Self {
        Self {
            reply,
            questions: Mutex::default(),
            meanwhile: Mutex::default(),
        }
    }

    /// The same person; before they answer, something happens.
    pub fn while_they_think(self, happens: impl FnOnce() + Send + 'static) -> Self {
        *self.meanwhile.lock().unwrap() = Some(Box::new(happens));
        self
    }

    /// What they were asked so far.
    pub fn asked(&self) -> Vec<String> {
        self.questions.lock().unwrap().clone()
    }

    /// The one question they were asked.
    pub fn only_question(&self) -> String {
        let asked = self.asked();
        assert_eq!(asked.len(), 1, "{asked:?}");
        asked[0].clone()
    }
}

impl Ask for Friend {
    fn ask<'a>(&'a self, question: &'a str) -> BoxFuture<'a, Reply> {
        self.questions.lock().unwrap().push(question.to_owned());
        let meanwhile = self.meanwhile.lock().unwrap().take();
        Box::pin(async move {
            if let Some(happens) = meanwhile {
                happens();
            }
            self.reply
        })
    }
}
