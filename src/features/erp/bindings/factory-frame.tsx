import { Alert, Button, Select, Spin } from '@arco-design/web-react'
import { IconSync } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Factory } from '../../../../contract/types'
import { boundFactoriesQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { EmptyState } from '../../../ui/empty'
import { LinkButton } from '../../../ui/link-button'
import { ListView } from '../../../ui/list-view'
import { PageActions } from '../../../ui/page'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { useListQuery } from '../../../ui/use-list-query'
import { useOptionFilter } from '../../../ui/use-option-filter'
import { useSearchInput } from '../../../ui/use-search-input'
import { FactoryPicture } from '../factory-picture'
import { acceptText, SyncFailed } from '../sync-failed'
import type { FactorySync } from './use-factory-sync'

interface FactoryFrameProps {
  /** Rendered from scratch for each factory. */
  readonly children: (factory: Factory, select: ReactNode) => ReactNode
}

const pageSizes = [50, 100, 200] as const
export const bindingPageSizes = pageSizes

/** Lets the seller choose the factory whose bindings are shown; the choice is stored in the address. */
export function FactoryFrame({ children }: FactoryFrameProps) {
  const factories = useQuery(boundFactoriesQuery(useApi()))
  const list = useListQuery(screens.modelBindings, pageSizes)
  const factoryParam = list.get('factory')
  const rows = factories.data ?? []
  const current = rows.find(({ id }) => String(id) === factoryParam) ?? rows.find(({ gone }) => !gone) ?? rows[0]
  return (
    <ListView result={factories} skeleton={<TableSkeleton label="正在加载工厂" />}>
      {() =>
        current === undefined ? (
          <EmptyState
            picture={<FactoryPicture />}
            title="先同步工厂"
            text="还没有读到工厂。到工厂列表同步之后，就能在这里绑定。"
            action={<LinkButton href={screens.integrations.path}>去同步工厂</LinkButton>}
          />
        ) : (
          <FactoryContent
            key={current.id}
            factory={current}
            select={
              <FactorySelect
                factories={rows}
                value={current.id}
                onChange={(factory) => list.set({ factory, q: null, brand: null, state: null })}
              />
            }
          >
            {children}
          </FactoryContent>
        )
      }
    </ListView>
  )
}

function FactoryContent({
  factory,
  select,
  children,
}: FactoryFrameProps & { readonly factory: Factory; readonly select: ReactNode }) {
  return (
    <>
      {factory.gone && (
        <Alert
          type="warning"
          className="form-alert"
          content={`「${factory.name}」已不在工厂系统的列表里，不能再向它推送订单；这里的绑定都还保留着。`}
        />
      )}
      {children(factory, select)}
    </>
  )
}

interface FactorySelectProps {
  readonly factories: readonly Factory[]
  readonly value: number
  readonly onChange: (id: number) => void
}

function FactorySelect({ factories, value, onChange }: FactorySelectProps) {
  const selectBox = useRef<HTMLSpanElement>(null)
  useSearchInput(selectBox, '搜索工厂')
  const filterOption = useOptionFilter()
  return (
    <span ref={selectBox} className="erp-factory-select">
      <Select
        aria-label="工厂"
        showSearch
        value={value}
        onChange={onChange}
        filterOption={filterOption}
        options={factories.map(({ id, name, gone }) => ({ value: id, label: gone ? `${name}（已不在工厂系统里）` : name }))}
      />
    </span>
  )
}

interface SyncBarProps {
  readonly factory: Factory
  readonly sync: FactorySync
  /** The factory was never synced, so there is no board below. */
  readonly isEmpty: boolean
}

/** Syncs a factory's models and materials: the button, the progress, and 同步失败 with its cause. */
export function SyncBar({ factory, sync, isEmpty }: SyncBarProps) {
  const isBusy = sync.state !== 'idle'
  return (
    <>
      <PageActions>
        <Button icon={<IconSync />} loading={sync.state === 'running'} disabled={factory.gone} onClick={sync.start}>
          同步型号和材质
        </Button>
      </PageActions>
      {sync.state === 'running' && (
        <section className="erp-sync" aria-label="同步进度">
          <Spin size={14} />
          <span role="status">正在读取「{factory.name}」的型号和材质</span>
          <span className="erp-sync-time numeric">
            {sync.unreachable ? '暂时问不到进度，服务器上仍在继续' : <Elapsed since={sync.startedAt} />}
          </span>
        </section>
      )}
      {sync.state === 'late' && (
        <Alert
          type="warning"
          className="form-alert"
          content={`读取「${factory.name}」已经超过 5 分钟还没有结束，工厂系统可能很忙。服务器上仍在继续，可以稍后再来看。`}
          action={
            <Button size="mini" onClick={sync.resumePolling}>
              继续等待
            </Button>
          }
        />
      )}
      {!isBusy && sync.lastProblem !== null && (
        <Alert
          type="warning"
          className="form-alert"
          content={`上次同步失败：${sync.lastProblem}${isEmpty ? '' : '。下面是之前读到的内容。'}`}
          action={
            <>
              <Button size="mini" onClick={sync.start}>
                重新同步
              </Button>
              {sync.acceptShorter !== null && (
                <Button size="mini" onClick={sync.acceptShorter}>
                  {acceptText}
                </Button>
              )}
            </>
          }
        />
      )}
      <SyncFailed
        subject={`「${factory.name}」的型号和材质`}
        cause={sync.failure}
        onRetry={sync.start}
        onAccept={sync.acceptShorter}
        onClose={sync.dismissFailure}
      />
    </>
  )
}

/** Seconds since the start, updated each second; never below 0, since the clocks of server and page may differ. */
function Elapsed({ since }: { readonly since: number | null }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000))
  return (
    <>
      已用 {seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`}
      ，可能需要几分钟，离开这里也会继续
    </>
  )
}
