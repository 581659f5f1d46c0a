/** Names of the answers about an order's pictures. */
import type { OrderAutomation } from '../../../../contract/types'

export const answerNames: Readonly<Record<OrderAutomation['approvals'][number]['answer'], string>> = {
  waiting: '撤销了审批',
  approved: '审批通过',
  rejected: '审批退回',
}
