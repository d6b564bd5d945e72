const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

interface StopSignals {
  /** Kept at the first signal. */
  readonly asked: Promise<void>;
  /** Whether somebody waits for it: before, a signal ends the process at once, as a second one does. */
  isAwaited: boolean;
  forget(): void;
}

/** Hears the first signal to stop, so that work is ended in order; a second one ends the process at once. */
export function stopSignals(): StopSignals {
  let ask: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  let isAsked = false;
  const hear = (name: NodeJS.Signals): void => {
    if (isAsked || !signals.isAwaited) process.exit(exitCodes[name as keyof typeof exitCodes]);
    isAsked = true;
    ask();
  };
  const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
  const signals: StopSignals = {
    asked,
    isAwaited: false,
    forget: () => names.forEach((name) => process.off(name, hear)),
  };
  for (const name of names) process.on(name, hear);
  return signals;
}
