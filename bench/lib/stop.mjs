/** What must end with a benchmark although it runs outside the benchmark's process group, such as a PostgreSQL of another user. */
const stops = new Set()

/** Has `stop` called when the benchmark is ended early; returns a function that calls it once, now. */
export function stopLater(stop) {
  const once = () => {
    if (stops.delete(once)) stop()
  }
  stops.add(once)
  return once
}

export function stopAll() {
  for (const stop of stops) stop()
}
