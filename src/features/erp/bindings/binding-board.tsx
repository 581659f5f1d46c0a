import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import type { Factory } from '../../../../contract/types'
import { EmptyState } from '../../../ui/empty'
import { LinkButton } from '../../../ui/link-button'
import { type ListResult, ListView } from '../../../ui/list-view'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { FactoryPicture } from '../factory-picture'
import { SyncBar } from './factory-frame'
import { useFactorySync } from './use-factory-sync'

/** Texts of a board for models or for materials with their colours. */
export interface BoardTexts {
  /** The account's word for a row: 机型 or 材质. */
  readonly accountNoun: string
  /** The factory's word for it: 型号 or 材质. */
  readonly factoryNoun: string
  /** Shown while the account has no rows to bind. */
  readonly empty: { readonly title: string; readonly text: string; readonly href: string; readonly link: string }
}

interface Board {
  /** Entries of the factory's list. */
  readonly offered: readonly unknown[]
  /** The account's entries, each with its binding. */
  readonly rows: readonly unknown[]
}

interface BindingBoardProps<B extends Board> {
  readonly texts: BoardTexts
  readonly factory: Factory
  /** The select of the factory. */
  readonly factorySelect: ReactNode
  readonly board: ListResult<B>
  readonly children: (board: B) => ReactNode
}

/** The frame of a binding board: the factory's sync, and what to do first while the factory's or the account's list is empty. */
export function BindingBoard<B extends Board>({ texts, factory, factorySelect, board, children }: BindingBoardProps<B>) {
  const { accountNoun, factoryNoun, empty } = texts
  const isEmpty = board.data?.offered.length === 0
  const sync = useFactorySync(factory.id, isEmpty && !factory.gone)
  const missingState = ({ offered, rows }: B): ReactNode => {
    if (rows.length === 0) {
      const action = <LinkButton href={empty.href}>{empty.link}</LinkButton>
      return <EmptyState picture={<FactoryPicture />} title={empty.title} text={empty.text} action={action} />
    }
    if (offered.length > 0) return null
    if (sync.state !== 'idle') return <TableSkeleton label={`正在等待工厂的${factoryNoun}`} rows={5} />
    return (
      <EmptyState
        picture={<FactoryPicture />}
        title={`还没有工厂的${factoryNoun}`}
        text={`从工厂系统读取「${factory.name}」的型号和材质后才能绑定，可能需要几分钟。`}
        action={
          <Button type="primary" disabled={factory.gone} onClick={sync.start}>
            同步型号和材质
          </Button>
        }
      />
    )
  }
  return (
    <>
      <SyncBar factory={factory} sync={sync} isEmpty={isEmpty} />
      <ListView result={board} skeleton={<TableSkeleton label={`正在加载${accountNoun}`} />}>
        {(data) => {
          const emptyState = missingState(data)
          if (emptyState === null) return children(data)
          return (
            <>
              <div className="filter-row">{factorySelect}</div>
              {emptyState}
            </>
          )
        }}
      </ListView>
    </>
  )
}
