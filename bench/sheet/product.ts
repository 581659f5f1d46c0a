/** The parts of the product that the benchmark of sheets runs. */
export { printPresets } from '../../contract/rules/print-profile'
export { cmykProfile } from '../../imaging/tiff/test/cmyk-profile'
export { startPictureProcess } from '../../server/infra/content/child-process'
export { createPool } from '../../server/infra/content/pool'
export { createSheets } from '../../server/infra/render/sheets/sheets'
