import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../../contract/ground/thrown'
import type { Shape } from '../../../../contract/rules/appearance'
import { setShape } from '../../../../design/commands/shape'
import { byUuid } from '../../../../design/model/queries'
import { shapePicture } from '../../../../design/model/shape'
import type { ImageLayer } from '../../../../design/model/types'
import { useDesigner } from '../context'

interface ShapeSlide {
  /** Shows a shape while a control moves. */
  slide(shape: Shape): void
  /** Ends the movement: all of it is one step. */
  end(): Promise<void>
  /** Changes the shape as one step. */
  pick(shape: Shape): Promise<void>
  readonly problem: string | null
}

/** Changes the shape of a layer. A layer with an outline gets it made again for the new drawing, in the same step. */
export function useShapeSlide({ uuid }: Pick<ImageLayer, 'uuid'>): ShapeSlide {
  const { session, strokes } = useDesigner()
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef<Shape | null>(null)

  const write = async (shape: Shape) => {
    const layer = byUuid(session.getState().doc, uuid)
    if (layer?.type !== 'IMAGE') return
    setProblem(null)
    if (layer.stroke === null) {
      session.update(setShape, { uuid, shape })
      return
    }
    try {
      session.update(setShape, { uuid, shape, outline: await strokes.remake({ ...layer, ...shapePicture(shape, layer) }) })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const end = async () => {
    const shape = latest.current
    latest.current = null
    if (shape === null) return
    const layer = byUuid(session.getState().doc, uuid)
    if (layer?.stroke) await write(shape)
    session.commit()
  }
  const ending = useRef(end)
  ending.current = end
  useEffect(() => () => void ending.current(), [])

  return {
    slide(shape) {
      if (latest.current === null) session.begin(setShape.label)
      latest.current = shape
      // The outline of a picture takes longer to make than a movement: it follows at the end.
      const layer = byUuid(session.getState().doc, uuid)
      if (layer && layer.stroke === null) session.update(setShape, { uuid, shape })
    },
    end,
    async pick(shape) {
      await end()
      await write(shape)
    },
    problem,
  }
}
