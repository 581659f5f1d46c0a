/** Facts of a design that the first screen needs, too; the rest of an open design is loaded after it. */
import type { BuyerDesign } from '../contract/types'

export const goneText = '这个设计已经不在了：它被删除，或者太久没有改动。请重新开始。'

/** Whether the buyer has submitted the design as it is now. */
export const isSubmitted = ({ status, revision, submittedRevision }: BuyerDesign): boolean =>
  status === 'submitted' && submittedRevision === revision
