import { Button } from '@arco-design/web-react'
import { IconSync } from '@arco-design/web-react/icon'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { ErpIntegration, Factory } from '../../../../contract/types'
import {
  boundFactoriesQuery,
  erpProgramsQuery,
  factoryModelsQuery,
  materialBindingsQuery,
  modelBindingsQuery,
} from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { beijingMinute } from '../../../base/beijing-time'
import { type ScreenPath, screens } from '../../../base/paths'
import type { Column } from '../../../ui/column'
import { DataTable } from '../../../ui/data-table'
import { EmptyState } from '../../../ui/empty'
import { ListView } from '../../../ui/list-view'
import { PageActions } from '../../../ui/page'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { toastSuccess } from '../../../ui/toast'
import { FactoryPicture } from '../factory-picture'
import { StatusTag } from '../status-tag'
import { SyncFailed } from '../sync-failed'
import { asksToAccept, useFactorySyncAll } from './mutations'
import { PrintProfileField } from './print-profile-field'

/** With more factories than this the counts are not read. */
const maxCountedFactories = 12
const nameOf = (factory: Factory) => factory.name

interface FactoryListProps {
  /** One at least. */
  readonly integrations: readonly ErpIntegration[]
  /** Replaces the key of an integration, or adds the key of another program. */
  readonly onKey: (target: ErpIntegration | 'new') => void
}

/** 工厂: lists the factories that the keys give access to, and how much of each is bound. */
export function FactoryList({ integrations, onKey }: FactoryListProps) {
  const programs = useQuery({ ...erpProgramsQuery(useApi()), meta: { quiet: true } }).data ?? []
  const canAdd = programs.some(({ erp }) => integrations.every((one) => one.erp !== erp))
  const factories = useQuery(boundFactoriesQuery(useApi()))
  const only = integrations.length === 1 ? integrations[0] : undefined
  const sync = useFactorySyncAll()
  const [failure, setFailure] = useState<unknown>(null)
  const syncFactories = (acceptShorter: boolean) => {
    if (sync.isPending) return
    setFailure(null)
    sync.mutate(acceptShorter, {
      onSuccess: ({ added, gone }) => toastSuccess(syncedText(added, gone)),
      onError: setFailure,
    })
  }
  const syncButton = (primary: boolean) => (
    <Button
      type={primary ? 'primary' : 'secondary'}
      icon={<IconSync />}
      loading={sync.isPending}
      onClick={() => syncFactories(false)}
    >
      同步工厂
    </Button>
  )
  return (
    <>
      <PageActions>
        {canAdd && <Button onClick={() => onKey('new')}>授权别的工厂系统</Button>}
        {only && <Button onClick={() => onKey(only)}>更换 key</Button>}
        {factories.data && factories.data.length > 0 && syncButton(true)}
      </PageActions>
      {integrations.map((integration) => (
        <p key={integration.id} className="erp-key-line">
          已授权的 key{only ? '' : `（${programs.find(({ erp }) => erp === integration.erp)?.name ?? '工厂系统'}）`}：
          <span className="numeric">{integration.apiAccessToken}</span>
          {!only && (
            <Button size="mini" onClick={() => onKey(integration)}>
              更换
            </Button>
          )}
        </p>
      ))}
      <ListView result={factories} skeleton={<TableSkeleton label="正在加载工厂" rows={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              picture={<FactoryPicture />}
              title="还没有工厂"
              text="从工厂系统读取这个 key 能用的工厂，之后就能绑定机型和材质。"
              action={syncButton(true)}
            />
          ) : (
            <FactoryTable rows={rows} />
          )
        }
      </ListView>
      <SyncFailed
        subject="工厂列表"
        cause={failure}
        onRetry={() => syncFactories(false)}
        onAccept={asksToAccept(failure) ? () => syncFactories(true) : null}
        onClose={() => setFailure(null)}
      />
    </>
  )
}

function syncedText(added: number, gone: number): string {
  const parts = [added > 0 && `新增 ${added} 个工厂`, gone > 0 && `${gone} 个工厂已不在工厂系统里`].filter(Boolean)
  return ['同步成功', ...parts].join('，')
}

interface Counts {
  readonly models: number | undefined
  readonly boundModels: number | undefined
  readonly boundMaterials: number | undefined
}

/** Numbers of models and bindings of each factory, read after the list itself; a failure only leaves them out. */
function useCounts(factories: readonly Factory[]): ReadonlyMap<number, Counts> {
  const api = useApi()
  const counted = factories.length <= maxCountedFactories ? factories : []
  const quiet = { meta: { quiet: true } }
  const models = useQueries({ queries: counted.map(({ id }) => ({ ...factoryModelsQuery(api, id), ...quiet })) })
  const modelBindings = useQueries({ queries: counted.map(({ id }) => ({ ...modelBindingsQuery(api, id), ...quiet })) })
  const materials = useQueries({ queries: counted.map(({ id }) => ({ ...materialBindingsQuery(api, id), ...quiet })) })
  return new Map(
    counted.map(({ id }, at) => [
      id,
      {
        models: models[at]?.data?.length,
        boundModels: modelBindings[at]?.data?.length,
        boundMaterials: materials[at]?.data?.length,
      },
    ]),
  )
}

const countText = (count: number | undefined, unit: string) => (count === undefined ? '–' : `${count} ${unit}`)

function FactoryTable({ rows }: { readonly rows: readonly Factory[] }) {
  const counts = useCounts(rows)
  const columns = useMemo(
    (): Column<Factory>[] => [
      {
        key: 'name',
        title: '工厂',
        render: ({ name, gone }) => (
          <>
            {name}{' '}
            {gone && (
              <StatusTag tone="warning" hint="工厂系统的列表里没有它了，不能再向它推送订单。">
                已不在工厂系统里
              </StatusTag>
            )}
          </>
        ),
      },
      {
        key: 'createdAt',
        title: '添加时间',
        width: 152,
        foldable: true,
        render: ({ createdAt }) => (
          <time className="numeric" dateTime={new Date(createdAt).toISOString()}>
            {beijingMinute(createdAt)}
          </time>
        ),
      },
      {
        key: 'models',
        title: '工厂型号',
        width: 96,
        render: ({ id }) => (
          <span className="numeric">{counts.get(id)?.models === 0 ? '未同步' : countText(counts.get(id)?.models, '个')}</span>
        ),
      },
      {
        key: 'boundModels',
        title: '已绑定机型',
        width: 152,
        render: (factory) => (
          <BoundLink
            count={countText(counts.get(factory.id)?.boundModels, '个')}
            label="绑定机型"
            factory={factory}
            screen={screens.modelBindings}
          />
        ),
      },
      {
        key: 'boundMaterials',
        title: '已绑定材质',
        width: 152,
        render: (factory) => (
          <BoundLink
            count={countText(counts.get(factory.id)?.boundMaterials, '种')}
            label="绑定材质"
            factory={factory}
            screen={screens.materialBindings}
          />
        ),
      },
      {
        key: 'printProfile',
        title: '印刷文件',
        width: 208,
        // Nothing is pushed to a factory that is gone.
        render: (factory) => !factory.gone && <PrintProfileField factory={factory} />,
      },
    ],
    [counts],
  )
  return <DataTable label="工厂" rows={rows} columns={columns} nameOf={nameOf} />
}

function BoundLink({
  count,
  label,
  factory,
  screen,
}: {
  readonly count: string
  readonly label: string
  readonly factory: Factory
  readonly screen: ScreenPath<'factory'>
}) {
  return (
    <span className="erp-bound">
      <span className="numeric">{count}</span>
      {!factory.gone && (
        <Link href={screen({ factory: factory.id })} aria-label={`${label}「${factory.name}」`}>
          {label}
        </Link>
      )}
    </span>
  )
}
