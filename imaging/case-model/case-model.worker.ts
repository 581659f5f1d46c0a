/** Makes the solids of cases off the page's thread: a large mask takes some hundredths of a second. */
import { answerRequests } from '../answer-requests'
import { caseMask } from '../mockup/case-mask'
import { caseModel } from './case-model'
import type { CaseModelReply, CaseModelRequest } from './messages'
import { CaseModelError } from './types'

answerRequests<CaseModelRequest, CaseModelReply>(({ pixels, size }) => {
  try {
    return { model: caseModel(caseMask(pixels), size) }
  } catch (error) {
    if (error instanceof CaseModelError) return { refusal: error.message }
    throw error
  }
})
