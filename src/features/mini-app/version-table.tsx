import { Tag } from '@arco-design/web-react'
import { IconSwap } from '@arco-design/web-react/icon'
import { useMemo } from 'react'
import type { MiniAppTemplateVersion } from '../../../contract/types'
import { beijingDay } from '../../base/beijing-time'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { DataTable } from '../../ui/data-table'
import { type App, ageOf, type VersionAge } from './standing'

interface Row extends MiniAppTemplateVersion {
  readonly id: number
  readonly age: VersionAge
}

const nameOf = ({ templateVersion }: Row) => templateVersion

const columns: readonly Column<Row>[] = [
  {
    key: 'version',
    title: '版本',
    width: 176,
    render: ({ templateVersion, age }) => (
      <div className="mini-app-row-version numeric">
        {templateVersion}
        {age === 'current' && <Tag color="arcoblue">当前版本</Tag>}
      </div>
    ),
  },
  { key: 'note', title: '更新内容', render: ({ note }) => note || '无' },
  {
    key: 'createdAt',
    title: '发布时间',
    width: 120,
    render: ({ createdAt }) => (
      <time className="numeric" dateTime={new Date(createdAt).toISOString()}>
        {beijingDay(createdAt)}
      </time>
    ),
  },
]

interface VersionTableProps {
  readonly app: App
  /** Newest first. */
  readonly versions: readonly MiniAppTemplateVersion[]
  readonly busy: boolean
  readonly onUse: (version: MiniAppTemplateVersion) => void
}

/** Lists the versions of the template, each with the action to change to it. */
export function VersionTable({ app, versions, busy, onUse }: VersionTableProps) {
  const rows = useMemo(
    () => versions.map((version, id): Row => ({ ...version, id, age: ageOf(version.templateVersion, app, versions) })),
    [app, versions],
  )
  const refusal = ([row]: readonly Row[]) => {
    if (row?.age === 'current') return '已是当前版本'
    return busy ? '正在更新，请稍候' : null
  }
  const actions: readonly Action<Row>[] = [
    { key: 'use', label: '使用此版本', icon: <IconSwap />, refusal, perform: ([row]) => row && onUse(row) },
  ]
  return <DataTable label="小程序版本" rows={rows} columns={columns} nameOf={nameOf} actions={actions} />
}
