import { Radio } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type AuditActor, auditActors } from '../../../contract/constants'
import { readers } from '../../../contract/permissions'
import type { AuditEntry } from '../../../contract/types'
import { auditQuery } from '../../api/queries/audit'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { beijingTime } from '../../base/beijing-time'
import { screens } from '../../base/paths'
import type { Column } from '../../ui/column'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { RecordPicture } from '../../ui/empty-pictures'
import { ListView } from '../../ui/list-view'
import { NoMatch } from '../../ui/no-match'
import { PageFooter } from '../../ui/page-footer'
import { TableSkeleton } from '../../ui/table-skeleton'
import { useListQuery } from '../../ui/use-list-query'
import { actionNameOf, actorNames, auditText } from './audit-texts'

const pageSizes = [50, 100, 200] as const
const nameOf = ({ id }: AuditEntry) => String(id)

/** The rule that acted, as a link to it while it exists and the user may see it. */
function Rule({ rule, linked }: { readonly rule: NonNullable<AuditEntry['rule']>; readonly linked: boolean }) {
  const text = `规则「${rule.name}」`
  return linked && rule.id !== null ? <Link href={screens.rules({ dialog: 'edit', id: rule.id })}>{text}</Link> : text
}

function Actor({ entry, linked }: { readonly entry: AuditEntry; readonly linked: boolean }) {
  const { actor, rule, username } = entry
  if (actor === 'rule' && rule !== null) return <Rule rule={rule} linked={linked} />
  if (actor === 'system') return <>{username === '' ? '系统' : `系统：${username}`}</>
  return (
    <>
      {username}
      {rule !== null && (
        <div className="audit-for">
          按<Rule rule={rule} linked={linked} />
        </div>
      )}
    </>
  )
}

const columnsFor = (may: ReturnType<typeof usePermissions>['may']): readonly Column<AuditEntry>[] => [
  { key: 'at', title: '时间', width: 168, render: ({ at }) => <span className="numeric">{beijingTime(at)}</span> },
  { key: 'actor', title: '谁', width: 136, render: (entry) => <Actor entry={entry} linked={may(readers.orders)} /> },
  { key: 'action', title: '操作', width: 104, render: actionNameOf },
  { key: 'what', title: '内容', render: auditText },
  {
    key: 'order',
    title: '订单',
    width: 184,
    render: ({ order }) =>
      order !== null &&
      (may(readers.orders) ? <Link href={screens.orders({ q: order.originalId })}>{order.originalId}</Link> : order.originalId),
  },
  { key: 'shop', title: '店铺', width: 112, foldable: true, render: ({ shopName }) => shopName },
]

/** 操作记录: lists what users, rules and the server itself did. The log cannot be edited. */
export function AuditList() {
  const list = useListQuery(screens.audit, pageSizes)
  const actor = auditActors.find((one) => one === list.get('actor'))
  const entries = useQuery(auditQuery(useApi(), { ...list, actor }))
  const { may } = usePermissions()
  const choose = (chosen: AuditActor | '') => list.set({ actor: chosen })
  return (
    <>
      <Radio.Group
        type="button"
        className="audit-actors"
        aria-label="谁做的"
        value={actor ?? ''}
        onChange={choose}
        options={[{ value: '', label: '全部' }, ...auditActors.map((value) => ({ value, label: actorNames[value] }))]}
      />
      <ListView result={entries} skeleton={<TableSkeleton label="正在加载操作记录" rows={8} />}>
        {({ items, totalItems }) =>
          totalItems > 0 ? (
            <>
              <DataTable
                label="操作记录"
                rows={items}
                columns={columnsFor(may)}
                nameOf={nameOf}
                refreshing={entries.isPlaceholderData}
              />
              <PageFooter
                query={list}
                pageSizes={pageSizes}
                total={totalItems}
                unit="条记录"
                isTotalCurrent={!entries.isPlaceholderData}
              />
            </>
          ) : actor === undefined ? (
            <EmptyState
              picture={<RecordPicture />}
              title="还没有操作记录"
              text="谁下载扣了点、推送了订单、删除了内容、改了子账号的权限，规则和系统自动做了什么，都会记在这里。"
            />
          ) : (
            <NoMatch text={`没有${actorNames[actor]}做的操作。`} onClear={() => choose('')} />
          )
        }
      </ListView>
    </>
  )
}
