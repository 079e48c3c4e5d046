"""What is heard of a question while it is answered."""

import sys


class Progress:
    """A bar of tqdm where that is installed, else a line on stderr."""

    def __init__(self, what):
        self.what = what
        try:
            from tqdm.auto import tqdm

            self.bar = tqdm(total=1.0, desc=what, leave=False, bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed}{postfix}")
        except ImportError:
            self.bar = None

    def __call__(self, done, of, part):
        share = done / of if of else None
        if self.bar is not None:
            if share is not None:
                self.bar.n = min(share, 1.0)
            if part:
                self.bar.set_postfix_str(part, refresh=False)
            self.bar.refresh()
        else:
            told = part if share is None else f"{100 * share:3.0f}%"
            print(f"\r{self.what}: {told}\033[K", end="", file=sys.stderr, flush=True)

    def close(self):
        if self.bar is not None:
            self.bar.close()
        else:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class Silent:
    def close(self):
        pass


def listener(progress, what):
    """The function that hears, or None; and what is closed at the end."""
    if progress is None or progress is False:
        return None, Silent()
    if progress is True:
        bar = Progress(what)
        return bar, bar
    if not callable(progress):
        raise TypeError("'progress' is True, False or a function of (done, of, part)")
    return progress, Silent()
