//! Files of JSON lines that grow as a work goes on and are flushed line by line, so that it can be taken up again.

use crate::game::InputError;
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that only grows.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    /// Its length in bytes.
    pub length: u64,
}

impl Log {
    /// Opens a file, or makes it.
    ///
    /// # Errors
    /// It cannot be opened or written.
    pub fn open(path: &Path) -> Result<Log, InputError> {
        let open = || {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            let length = file.seek(SeekFrom::End(0))?;
            Ok((file, length))
        };
        let (file, length) = open().map_err(|e| fault(path, &e))?;
        Ok(Log { path: path.to_owned(), file, length })
    }

    fn text(&mut self) -> Result<String, InputError> {
        let mut text = String::new();
        // A device may give bytes without end.
        let length = self.length;
        let read = self.file.rewind().and_then(|()| (&self.file).take(length).read_to_string(&mut text));
        read.map_err(|e| fault(&self.path, &e))?;
        Ok(text)
    }

    /// The whole lines of a file that is to be taken up. What stands behind the last of them is to be cut off by
    /// [`Log::cut`], when the file has proved to be the right one.
    ///
    /// # Errors
    /// It cannot be read, holds something though nothing is to be taken up, or not even one whole line.
    pub fn whole_lines(&mut self, resume: bool) -> Result<String, InputError> {
        let mut text = self.text()?;
        if !resume && !text.is_empty() {
            return Err(self.error("exists already; take it up with --resume, or name another file"));
        }
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        if whole == 0 && !text.is_empty() {
            return Err(self.error("has no whole line, so it is not what is to be taken up"));
        }
        text.truncate(whole);
        Ok(text)
    }

    /// Adds bytes. They are with the system when this returns, whatever becomes of the program.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        self.file.write_all(bytes).map_err(|e| fault(&self.path, &e))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Adds a line of JSON.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add_line(&mut self, line: &impl Serialize) -> Result<(), InputError> {
        let text = serde_json::to_string(line).map_err(|e| self.error(&e.to_string()))?;
        self.add(format!("{text}\n").as_bytes())
    }

    /// Cuts off what stands behind the first `length` bytes.
    ///
    /// # Errors
    /// It is shorter, or cannot be cut.
    pub fn cut(&mut self, length: u64) -> Result<(), InputError> {
        if self.length < length {
            return Err(self.error("is shorter than the state says; it was changed since"));
        }
        if self.length > length {
            self.file.set_len(length).map_err(|e| fault(&self.path, &e))?;
            self.length = length;
        }
        Ok(())
    }

    /// What is wrong with something in the file.
    pub fn within(&self, error: InputError) -> InputError {
        error.within(self.path.display())
    }

    /// What is wrong with the file.
    pub fn error(&self, reason: &str) -> InputError {
        InputError::new("file", self.path.to_string_lossy(), reason)
    }
}

/// Where a file lies, whatever path leads to it; also of one that is not made yet.
pub fn place(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let unmade = || Some(absolute.parent()?.canonicalize().ok()?.join(absolute.file_name()?));
    absolute.canonicalize().ok().or_else(unmade).unwrap_or(absolute)
}

fn fault(path: &Path, error: &io::Error) -> InputError {
    InputError::new("file", path.to_string_lossy(), error.to_string())
}
