import { IconUserGroup } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../contract/types'
import { auditQuery } from '../../api/queries/audit'
import { useApi } from '../../api/services'
import { beijingTime } from '../../base/beijing-time'
import { screens } from '../../base/paths'
import type { Column } from '../../ui/column'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { ListView } from '../../ui/list-view'
import { PageFooter } from '../../ui/page-footer'
import { TableSkeleton } from '../../ui/table-skeleton'
import { useListQuery } from '../../ui/use-list-query'
import { actionNames, auditText } from './audit-texts'

const pageSizes = [50, 100, 200] as const

const columns: readonly Column<AuditEntry>[] = [
  { key: 'at', title: '时间', width: 184, render: ({ at }) => <span className="numeric">{beijingTime(at)}</span> },
  { key: 'username', title: '账号', width: 176, render: ({ username }) => username },
  { key: 'action', title: '操作', width: 120, render: ({ action }) => actionNames[action] ?? action },
  { key: 'what', title: '内容', render: auditText },
]
const nameOf = ({ id }: AuditEntry) => String(id)

/** 操作记录: lists who charged, pushed, deleted and changed permissions. The log cannot be edited. */
export function AuditList() {
  const list = useListQuery(screens.audit, pageSizes)
  const entries = useQuery(auditQuery(useApi(), list))
  return (
    <ListView result={entries} skeleton={<TableSkeleton label="正在加载操作记录" rows={8} />}>
      {({ items, totalItems }) =>
        totalItems === 0 ? (
          <EmptyState
            picture={<IconUserGroup className="account-picture" />}
            title="还没有操作记录"
            text="谁下载扣了点、推送了订单、删除了内容、改了子账号的权限，都会记在这里。"
          />
        ) : (
          <>
            <DataTable label="操作记录" rows={items} columns={columns} nameOf={nameOf} refreshing={entries.isPlaceholderData} />
            <PageFooter
              query={list}
              pageSizes={pageSizes}
              total={totalItems}
              unit="条记录"
              isTotalCurrent={!entries.isPlaceholderData}
            />
          </>
        )
      }
    </ListView>
  )
}
