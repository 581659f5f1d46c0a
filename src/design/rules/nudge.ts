/** How far one press of an arrow key moves, document px. */
export const nudgeStep = 1

/** How many times as far with shift. */
export const leap = 10

export type Direction = 'up' | 'down' | 'left' | 'right'

export const directions: Readonly<Record<Direction, { readonly dx: number; readonly dy: number }>> = {
  up: { dx: 0, dy: -nudgeStep },
  down: { dx: 0, dy: nudgeStep },
  left: { dx: -nudgeStep, dy: 0 },
  right: { dx: nudgeStep, dy: 0 },
}
