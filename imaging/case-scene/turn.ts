/** From which side and how near a case is looked at. Pure. */
import { clamp } from '../../contract/ground/number'

export interface Turn {
  /** Degrees about the upright axis; positive shows the left side of the case. Any number: it goes round and round. */
  readonly yaw: number
  /** Degrees about the level axis; positive shows the top. */
  readonly pitch: number
  /** 1 fits the case into the picture. */
  readonly zoom: number
}

/** A little from the side, so that the first look tells that it is a solid. */
export const firstTurn: Turn = { yaw: -24, pitch: 8, zoom: 1 }

/** Largest pitch, degrees; beyond 90 a drag to the side would turn the case the other way. */
const steepest = 80
const zooms = { least: 0.7, most: 4 } as const
/** A drag across the whole picture turns the case by half a round. */
const degreesAcross = 180
const keyDegrees = 6
const keyZoom = 1.2

export const turnedBy = (turn: Turn, yaw: number, pitch: number): Turn => ({
  ...turn,
  yaw: turn.yaw + yaw,
  pitch: clamp(turn.pitch + pitch, -steepest, steepest),
})

export const zoomedBy = (turn: Turn, factor: number): Turn => ({
  ...turn,
  zoom: clamp(turn.zoom * factor, zooms.least, zooms.most),
})

/** @param dx, dy way of the pointer, px. @param width of the picture, px. */
export function draggedBy(turn: Turn, dx: number, dy: number, width: number): Turn {
  const degreesPerPx = degreesAcross / Math.max(1, width)
  return turnedBy(turn, dx * degreesPerPx, dy * degreesPerPx)
}

/** The turn after a key, by its `KeyboardEvent.key`; null when the key has no meaning here. */
export function afterKey(turn: Turn, key: string): Turn | null {
  switch (key) {
    case 'ArrowLeft':
      return turnedBy(turn, -keyDegrees, 0)
    case 'ArrowRight':
      return turnedBy(turn, keyDegrees, 0)
    case 'ArrowUp':
      return turnedBy(turn, 0, -keyDegrees)
    case 'ArrowDown':
      return turnedBy(turn, 0, keyDegrees)
    case '+':
    case '=':
      return zoomedBy(turn, keyZoom)
    case '-':
      return zoomedBy(turn, 1 / keyZoom)
    case '0':
    case 'Home':
      return firstTurn
    default:
      return null
  }
}
