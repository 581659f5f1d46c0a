import { createPictures } from '../../../design/print/pictures'
import { exportThumbnail } from '../../../design/print/thumbnail'
import { createOutlineClient } from '../../../imaging/outline/outline-client'
import { resolveFileUrl } from '../../api/file-url'
import { createStrokeMaker } from '../stroke/maker'
import { sourcePicture } from '../stroke/picture'
import { createReplacePicture, type ReplaceTools } from './replace-picture'

/** Pictures are cached together: most templates of a shop share some. */
function createTools(): ReplaceTools {
  const pictures = createPictures()
  const maker = createStrokeMaker(createOutlineClient(), (source) =>
    sourcePicture(pictures, source, resolveFileUrl(source.imageUrl)),
  )
  return {
    async outline(layer) {
      if (layer.stroke === null) return { stroke: null, strokeSvgData: null }
      return { stroke: layer.stroke, strokeSvgData: (await maker.make(layer, layer.stroke, false)).svg }
    },
    thumbnail: (doc) => exportThumbnail(doc, { pictures, resolveUrl: resolveFileUrl }),
    dispose() {
      maker.dispose()
      pictures.dispose()
    },
  }
}

/** The task kind that replaces pictures in templates, with the page's canvases. */
export default createReplacePicture(createTools)
