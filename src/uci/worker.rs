//! Work on a thread of its own while the session goes on listening.

use super::output::Output;
use super::session::Event;
use crate::game::InputError;
use crate::search::{Control, STACK_BYTES};
use std::convert::Infallible;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// What becomes of work when the session would go on to something else, or end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Patience {
    /// A search that never ends by itself: it is stopped.
    None,
    /// A search that ends by itself: it is stopped, but where only the input has ended it is given this time.
    /// Scripts send a few lines and wait for the answer.
    Grace(Duration),
    /// A count: what is half counted is worth nothing, so whatever would end it gives it this time first.
    /// It needs nothing of the session, which goes on beside it.
    Count(Duration),
}

/// Work in progress.
pub(super) struct Worker {
    control: Arc<Control>,
    answered: Arc<AtomicBool>,
    patience: Patience,
    thread: JoinHandle<()>,
    /// Never says anything; is disconnected when the thread ends.
    end: Receiver<Infallible>,
}

/// What the work is done with.
pub(super) struct Setting {
    /// Stops the work.
    pub control: Arc<Control>,
    /// Where it writes.
    pub output: Output,
    /// Whom to tell that the output is closed.
    pub events: SyncSender<Event>,
    /// What becomes of it.
    pub patience: Patience,
    /// The last line if the work breaks down.
    pub apology: Option<&'static str>,
}

impl Worker {
    /// Starts work that writes as it goes along and returns its last lines, each with its end.
    ///
    /// # Errors
    /// The machine refuses a thread.
    pub fn start(setting: Setting, work: impl FnOnce(&Output) -> String + Send + 'static) -> io::Result<Worker> {
        let control = Arc::clone(&setting.control);
        let answered = Arc::new(AtomicBool::new(false));
        let patience = setting.patience;
        let (alive, end) = channel();
        let thread = thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn({
            let answered = Arc::clone(&answered);
            move || {
                let _alive: Sender<Infallible> = alive;
                let last = perform(&setting, work);
                // Whoever reads the answer may send the next command at once and must find the engine idle.
                answered.store(true, Ordering::Release);
                setting.output.text(&last);
                if setting.output.is_closed() {
                    // Where the queue is full the session is awake and will notice by itself; never wait for it here,
                    // since it may be waiting for this thread.
                    let _ = setting.events.try_send(Event::Closed);
                }
            }
        })?;
        Ok(Worker { control, answered, patience, thread, end })
    }

    /// Is this a search whose answer is still to come?
    pub fn is_searching(&self) -> bool {
        !matches!(self.patience, Patience::Count(_)) && !self.answered.load(Ordering::Acquire)
    }

    /// The strings on the work.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Waits for the answer to be written. A search is stopped for it, a count when its time is over.
    pub fn finish(self) {
        if let Patience::Count(time) = self.patience {
            self.wait(time);
        }
        self.control.stop();
        // The work's own panics are caught; there is nothing to learn from the result.
        let _ = self.thread.join();
    }

    /// Gives a search the time that it may have although the input has ended.
    pub fn outlast_input(&self) {
        if let Patience::Grace(time) = self.patience {
            self.wait(time);
        }
    }

    fn wait(&self, time: Duration) {
        // However the wait ends, there is nothing to receive.
        let _ = self.end.recv_timeout(time);
    }
}

/// Does the work; a panic in it becomes an error line and the apology, so that nobody waits for ever.
fn perform(setting: &Setting, work: impl FnOnce(&Output) -> String) -> String {
    catch_unwind(AssertUnwindSafe(|| work(&setting.output))).unwrap_or_else(|_| {
        setting.output.error(&InputError::new("search", "", "broke down; this is a fault of the program"));
        setting.apology.map(|line| format!("{line}\n")).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::Mutex;
    use std::sync::mpsc::sync_channel;

    #[derive(Clone, Default)]
    struct Heard(Arc<Mutex<Vec<u8>>>);

    impl Heard {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl Write for Heard {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn start(heard: &Heard, patience: Patience, work: impl FnOnce(&Control) -> String + Send + 'static) -> Worker {
        let control = Arc::new(Control::default());
        let (events, _) = sync_channel(1);
        let output = Output::new(heard.clone());
        let setting = Setting { control: Arc::clone(&control), output, events, patience, apology: Some("bestmove (none)") };
        Worker::start(setting, move |_| work(&control)).unwrap()
    }

    #[test]
    fn a_search_that_breaks_down_still_answers() {
        let heard = Heard::default();
        start(&heard, Patience::None, |_| panic!("as the test wants it")).finish();
        let text = heard.text();
        assert!(text.starts_with("info string error: ") && text.ends_with("\nbestmove (none)\n"), "{text}");
    }

    #[test]
    fn a_search_goes_on_until_it_is_stopped() {
        let heard = Heard::default();
        let worker = start(&heard, Patience::None, |control| {
            while !control.is_stopped() {
                thread::yield_now();
            }
            "bestmove a1a2\n".into()
        });
        worker.outlast_input();
        assert!(worker.is_searching(), "nobody waits for a search without an end");
        worker.finish();
        assert_eq!(heard.text(), "bestmove a1a2\n");
    }

    #[test]
    fn a_search_with_an_end_may_outlast_the_input() {
        let heard = Heard::default();
        let worker = start(&heard, Patience::Grace(Duration::from_secs(60)), |_| "bestmove a1a2\n".into());
        worker.outlast_input();
        assert!(!worker.is_searching());
        assert_eq!(heard.text(), "bestmove a1a2\n");
    }

    #[test]
    fn a_count_is_given_time_and_then_stopped() {
        let heard = Heard::default();
        let count = |control: &Control| format!("stopped: {}\n", control.is_stopped());
        let worker = start(&heard, Patience::Count(Duration::from_secs(60)), count);
        assert!(!worker.is_searching());
        worker.finish();
        assert_eq!(heard.text(), "stopped: false\n");

        let heard = Heard::default();
        let endless = |control: &Control| {
            while !control.is_stopped() {
                thread::yield_now();
            }
            "stopped\n".into()
        };
        start(&heard, Patience::Count(Duration::ZERO), endless).finish();
        assert_eq!(heard.text(), "stopped\n");
    }
}
