import { newUuid } from '../../design/model/create'
import { createPsdClient } from '../../imaging/psd-parser/psd-client'
import { browserFileStore } from './file-store'
import { pageEncoder } from './fit-picture'
import { createPsdTemplates } from './template-import'
import { createThumbnailPainter } from './thumbnail'

const client = createPsdClient()

/** The task kind that imports artboards as templates, with the page's services. */
export default createPsdTemplates({
  open: client.open,
  files: browserFileStore(),
  encoder: pageEncoder,
  painter: createThumbnailPainter,
  uuid: () => newUuid(),
})
