/** Functions that stop programs outside the benchmark's process group, such as a PostgreSQL of another user: they must end with it. */
const stops = new Set()

/**
 * Has `stop` called when the benchmark is ended early. Returns a function that calls it now, if it was not called or forgotten before;
 * its `forget` is for what has ended otherwise.
 */
export function stopLater(stop) {
  const once = () => {
    if (stops.delete(once)) stop()
  }
  stops.add(once)
  return Object.assign(once, { forget: () => stops.delete(once) })
}

export function stopAll() {
  for (const stop of stops) stop()
}
