/** Makes print files in a worker, one after another, because each holds all pixels of a picture. */
import { answerRequests } from '../answer-requests'
import type { TifReply, TifRequest } from './messages'
import { decodeByCanvas, printFile } from './print-file'

/** Bundlers do not follow the package's own way to find its wasm file. */
const littleCms = new URL('lcms-wasm/dist/lcms.wasm', import.meta.url).href

answerRequests<TifRequest, TifReply>((request) => printFile(request, decodeByCanvas, littleCms), {
  transferOf: (reply) => ('bytes' in reply ? [reply.bytes.buffer] : []),
})
