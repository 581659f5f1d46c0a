import { Alert, Button } from '@arco-design/web-react'
import { IconDelete, IconPrinter, IconTags, IconUndo } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { clamp } from '../../../../contract/ground/number'
import { batchStateNames } from '../../../../contract/rules/print-batch'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { PrintBatch } from '../../../../contract/types'
import { printBatchQuery } from '../../../api/queries/print-floor'
import { useApi } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { printBatchOf, screens } from '../../../base/paths'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { ListView } from '../../../ui/list-view'
import { Page } from '../../../ui/page'
import { ProgressBar } from '../../../ui/progress-bar'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { useScreenParams } from '../../../ui/use-list-query'
import { batchTones } from '../piece-texts'
import { Tag } from '../tag'
import { PiecePanel } from './piece-panel'
import { SheetFiles } from './sheet-files'
import { SheetPager } from './sheet-pager'
import { SheetView } from './sheet-view'
import { type BatchCalls, useBatchCalls } from './use-batch-calls'
import '../print-floor.css'
import './batch.css'

const FinishDialog = lazyDialog('登记打印', () => import('./finish-dialog'))
const ListDialog = lazyDialog('上料单和备壳单', () => import('./list-dialog'))
const LabelDialog = lazyDialog('标签', () => import('../labels/label-dialog'))

/** Whether the text of the address names a batch. */
const idIn = (text: string | undefined): number => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0)

/** 批次: its sheets to scale, and what is done with them next. */
export default function BatchScreen() {
  const { id: text } = useParams<{ id: string }>()
  const id = idIn(text)
  const api = useApi()
  const [, go] = useLocation()
  const batch = useQuery(printBatchQuery(api, id))
  const mayChange = usePermissions().may(['factory'])
  const calls = useBatchCalls(id)
  const [layer, setLayer] = useState<'finish' | 'lists' | 'labels' | null>(null)
  const close = () => setLayer(null)
  const data = batch.data
  return (
    <Page
      title={data === undefined ? '批次' : `批次 ${batchText(data.number)}`}
      back={{ label: '返回批次', go: () => go(screens.printBatches()) }}
      actions={
        data && (
          <>
            <Button icon={<IconPrinter />} onClick={() => setLayer('lists')}>
              打印上料单
            </Button>
            <Button icon={<IconTags />} onClick={() => setLayer('labels')}>
              标签
            </Button>
            {mayChange && <QuietActs batch={data} calls={calls} />}
          </>
        )
      }
      primary={data && mayChange && <MainAct batch={data} calls={calls} onFinish={() => setLayer('finish')} />}
    >
      <ListView result={batch} skeleton={<TableSkeleton label="正在加载批次" rows={8} />}>
        {(read) => <BatchView batch={read} calls={calls} mayChange={mayChange} />}
      </ListView>
      {data && (
        <>
          <FinishDialog visible={layer === 'finish'} batch={data} finish={calls.finish} onClose={close} />
          <ListDialog visible={layer === 'lists'} batch={data} onClose={close} />
          <LabelDialog visible={layer === 'labels'} batch={data} onClose={close} />
        </>
      )}
    </Page>
  )
}

interface ActsProps {
  readonly batch: PrintBatch
  readonly calls: BatchCalls
}

function QuietActs({ batch: { state, number }, calls }: ActsProps) {
  const [, go] = useLocation()
  const remove = async () => {
    if (await calls.remove(number)) go(screens.printBatches(), { replace: true })
  }
  return (
    <>
      {state === 'made' && (
        <Button icon={<IconUndo />} loading={calls.busy === 'reopen'} onClick={calls.reopen}>
          退回排版
        </Button>
      )}
      {(state === 'planned' || state === 'made') && (
        <Button icon={<IconDelete />} status="danger" onClick={() => void remove()}>
          删除
        </Button>
      )}
    </>
  )
}

function MainAct({ batch, calls, onFinish }: ActsProps & { readonly onFinish: () => void }) {
  if (batch.state === 'planned') {
    return (
      <Button type="primary" loading={calls.busy === 'make'} onClick={() => calls.make(batch)}>
        {batch.error === null ? '生成拼版' : '重试生成拼版'}
      </Button>
    )
  }
  return (
    batch.state === 'made' && (
      <Button type="primary" onClick={onFinish}>
        登记打印
      </Button>
    )
  )
}

function BatchHead({ batch }: { readonly batch: PrintBatch }) {
  const { state, printerName, jigName, profileName, pieceCount, sheetCount, failedCount, unpaid, done, error } = batch
  const facts = [
    `${printerName} · ${jigName ?? '自由排版'}`,
    profileName,
    `${pieceCount} 件 ${sheetCount} 版`,
    ...(failedCount > 0 ? [`打坏 ${failedCount} 件`] : []),
    ...(batch.hasMarks ? ['废边打件码'] : []),
    ...(batch.settings.mirrored ? ['文件会镜像'] : []),
    ...(state === 'planned' && unpaid.length > 0 ? [`${unpaid.length} 张定制图未付`] : []),
  ]
  return (
    <>
      <p className="batch-facts">
        <Tag tone={batchTones[state]}>{batchStateNames[state]}</Tag>
        <span>{facts.join(' · ')}</span>
      </p>
      {state === 'making' && (
        <div className="batch-progress">
          <span role="status">
            正在生成拼版：{done}/{sheetCount} 版，离开这里也会继续
          </span>
          <ProgressBar label="生成拼版" percent={Math.round((done / Math.max(1, sheetCount)) * 100)} />
        </div>
      )}
      {error !== null && state === 'planned' && (
        <Alert
          type="error"
          className="form-alert"
          title="拼版没有生成"
          content={`${error}。已付的点数不会再扣，处理后点“重试生成拼版”。`}
        />
      )}
    </>
  )
}

function BatchView({ batch, calls, mayChange }: ActsProps & { readonly mayChange: boolean }) {
  const params = useScreenParams(printBatchOf(batch.id))
  const [selectedId, setSelectedId] = useState<number | null>(null)
  const sheet = clamp(Number(params.get('sheet')) || 1, 1, batch.sheetCount)
  const selected = batch.pieces.find(({ id }) => id === selectedId)
  const isMovable = mayChange && batch.state === 'planned' && calls.busy === null
  const show = (next: number) => params.set({ sheet: next === 1 ? null : next }, { replace: true })
  const move = async (pieceId: number, to: { readonly sheet: number; readonly slot: string } | null) => {
    const moved = await calls.move(pieceId, to)
    if (moved === null) return
    const place = moved.pieces.find(({ id }) => id === pieceId)
    if (place) show(place.sheet)
    else setSelectedId(null)
  }
  return (
    <>
      <BatchHead batch={batch} />
      <SheetPager batch={batch} sheet={sheet} onChange={show} />
      <div className={`batch-panes${selected ? ' has-panel' : ''}`}>
        <SheetView
          key={sheet}
          batch={batch}
          sheet={sheet}
          selectedId={selectedId}
          onSelect={(piece) => setSelectedId(piece?.id ?? null)}
          onMove={isMovable && batch.slots.length > 0 ? (piece, slot) => void move(piece.id, { sheet, slot }) : undefined}
        />
        {selected && (
          <PiecePanel
            batch={batch}
            piece={selected}
            isBusy={calls.busy !== null}
            onMove={mayChange && batch.state === 'planned' ? (to) => void move(selected.id, to) : undefined}
            onClose={() => setSelectedId(null)}
          />
        )}
      </div>
      <SheetFiles batch={batch} />
    </>
  )
}
