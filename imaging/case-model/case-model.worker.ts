/** Makes the solids of cases off the page's thread: a large mask takes some hundredths of a second. */
import { messageOf } from '../../contract/ground/thrown'
import { caseMask } from '../mockup/case-mask'
import { caseModel } from './case-model'
import type { CaseModelReply, CaseModelRequest } from './messages'
import { CaseModelError } from './types'

function reply({ id, pixels, size }: CaseModelRequest): CaseModelReply {
  try {
    return { id, model: caseModel(caseMask(pixels), size) }
  } catch (error) {
    if (error instanceof CaseModelError) return { id, refusal: error.message }
    return { id, error: messageOf(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<CaseModelRequest>) => postMessage(reply(data)))
