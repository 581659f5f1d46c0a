/** Creates the outlines of an open designer: one worker, the pictures to outline, and the canvas that shows them. */

import type { Cell } from '../../../../contract/ground/cell'
import { createOutlineClient } from '../../../../imaging/outline/outline-client'
import { resolveFileUrl } from '../../../api/file-url'
import { createStrokeMaker } from '../../../template-tools/stroke/maker'
import { sourcePicture } from '../../../template-tools/stroke/picture'
import type { Renderer } from '../../render/renderer'
import type { Session } from '../../session/types'
import { createStrokes, type Strokes } from '../../stroke/strokes'

export function createStrokeTools(session: Session, renderer: Cell<Renderer | null>): Strokes {
  const maker = createStrokeMaker(createOutlineClient(), async (source) => {
    const canvas = renderer.get()
    if (!canvas) throw new Error('画布还没有准备好，请稍后重试')
    return sourcePicture(canvas.pictures, source, resolveFileUrl(source.imageUrl))
  })
  return createStrokes({ session, maker, show: (uuid, svg) => renderer.get()?.previewStroke(uuid, svg) })
}
