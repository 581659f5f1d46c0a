/** The expected behaviour of an ordered list, written with arrays. */

/** Returns the ids after `item` has been moved directly before `next`, or to the end when `next` is null. */
export const afterMove = (ids: readonly number[], item: number, next: number | null): number[] => {
  if (item === next) return [...ids]
  const rest = ids.filter((id) => id !== item)
  return next === null ? [...rest, item] : rest.flatMap((id) => (id === next ? [item, id] : [id]))
}

/** Simulates eight windows of one shop that each move ten items in sequence, before other items or to the end. */
export async function moveConcurrently(
  all: readonly number[],
  move: (id: number, next: number | null) => Promise<unknown>,
): Promise<void> {
  const at = (n: number): number => all[n % all.length] ?? 0
  const mover = async (window: number): Promise<void> => {
    for (let n = 0; n < 10; n += 1) {
      await move(at(window * 7 + n * 3), (window + n) % 9 === 0 ? null : at(window * 5 + n * 11 + 1))
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, window) => mover(window)))
}

export const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)
