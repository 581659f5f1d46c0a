import { isAbort } from '../../contract/ground/thrown'
import { isBlockedFile } from '../../contract/rules/file-errors'

/** Whether the work was called off, by the seller or a closing page; a file that the browser blocks ends under the same name. */
export const isCalledOff = (error: unknown): boolean => isAbort(error) && !isBlockedFile(error)
