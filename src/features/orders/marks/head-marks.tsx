import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Order } from '../../../../contract/types'
import { orderTagsQuery } from '../../../api/queries/automation'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { StatusTag } from '../status-tag'

/** In the line above an order's items: its tags, and what keeps it from being pushed with the reason in short. */
export function HeadMarks({ marks }: { readonly marks: NonNullable<Order['marks']> }) {
  const { tagIds, heldBack, heldBackBy, approval, approvalBy, approvalReason } = marks
  const tags = useQuery({ ...orderTagsQuery(useApi()), enabled: tagIds.length > 0, meta: { quiet: true } }).data ?? []
  return (
    <>
      {tags
        .filter(({ id }) => tagIds.includes(id))
        .map(({ id, name, color }) => (
          <StatusTag key={id} tone={color}>
            {name}
          </StatusTag>
        ))}
      {heldBack !== null && (
        <StatusTag tone="warn" title={`${heldBackBy ?? ''}搁置：${heldBack}`}>
          <span className="order-held">搁置：{heldBack}</span>
        </StatusTag>
      )}
      {approval === 'waiting' && (
        <Link href={screens.approvals()}>
          <StatusTag tone="accent">待审批</StatusTag>
        </Link>
      )}
      {approval === 'approved' && <StatusTag title={`${approvalBy ?? ''}看过图片`}>审批通过</StatusTag>}
      {approval === 'rejected' && heldBack === null && (
        <StatusTag tone="warn" title={approvalReason ?? ''}>
          审批退回
        </StatusTag>
      )}
    </>
  )
}
