import { Alert, Button, Checkbox, Input, Spin } from '@arco-design/web-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NameRow, NameTemplate } from '../../../../contract/types'
import { namePictureQuery } from '../../../api/queries/name-lists'
import { useApi } from '../../../api/services'
import { FailureText } from '../../../ui/failure-view'
import { isPageKey } from '../../../ui/page-keys'
import { scrollToRow, useVisibleRows } from '../../../ui/use-visible-rows'
import { ColorSelect, ModelSelect } from './case-select'
import { settingsOf } from './list-settings'
import { caseOf, titleOf } from './name-rows'
import type { StepProps } from './step-props'
import type { Checks } from './use-checks'
import type { JudgedRow } from './use-judged-rows'
import type { NameListWork } from './use-name-list'

interface CheckStepProps extends Omit<StepProps, 'template'> {
  readonly template: NameTemplate
  readonly judged: readonly JudgedRow[]
  readonly checks: Checks
}

/** Rows after the shown one whose pictures are drawn in advance. */
const ahead = 2
/** px, of each row of the list. */
const rowHeight = 32
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** 逐个检查: each row on its case, with what is doubtful of it. */
export function CheckStep({ work, template, cases, judged, checks }: CheckStepProps) {
  const [shownKey, setShownKey] = useState<string | null>(null)
  const [onlyDoubtful, setOnlyDoubtful] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const listed = onlyDoubtful ? judged.filter(({ row, state }) => state !== 'fine' || row.key === shownKey) : judged
  const at = Math.max(
    0,
    listed.findIndex(({ row }) => row.key === shownKey),
  )
  const current = listed[at]
  const { from, to } = useVisibleRows(list, listed.length, rowHeight)
  const step = (by: 1 | -1) => {
    const next = listed[at + by]
    if (next === undefined) return
    setShownKey(next.row.key)
    scrollToRow(list.current, at + by, rowHeight)
  }
  const tick = () => {
    if (current === undefined || current.row.isLeftOut || current.state === 'stop') return
    work.setRow(current.row.key, { isChecked: true })
    step(1)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageKey(event)) return
    const by = steps[event.key]
    if (by === undefined && event.key !== 'Enter') return
    if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('button, a')) return
    event.preventDefault()
    if (by === undefined) tick()
    else step(by)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const count = (test: (one: JudgedRow) => boolean) => judged.filter(test).length
  return (
    <div className="names-check">
      <div className="names-check-side">
        <p className="names-counts" role="status">
          {count(({ row }) => !row.isLeftOut)} 行，{count(({ state }) => state === 'stop' || state === 'look')} 行有问题，
          {count(({ row }) => row.isChecked && !row.isLeftOut)} 行已检查{checks.open > 0 && `，还有 ${checks.open} 行在核对文字`}
        </p>
        <Checkbox checked={onlyDoubtful} onChange={setOnlyDoubtful}>
          只看有问题的
        </Checkbox>
        <div className="names-check-list" ref={list}>
          <ul
            aria-label="名单"
            style={{ paddingTop: from * rowHeight, paddingBottom: Math.max(0, listed.length - to) * rowHeight }}
          >
            {listed.slice(from, to).map(({ row, state, doubts }, offset) => (
              <li key={row.key} aria-setsize={listed.length} aria-posinset={from + offset + 1} style={{ height: rowHeight }}>
                <button
                  type="button"
                  aria-current={row.key === current?.row.key}
                  className={`names-check-row is-${state}`}
                  onClick={() => setShownKey(row.key)}
                >
                  <span className="names-check-title">{titleOf(row)}</span>
                  <span className="names-check-state">{stateText(state, doubts.length)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        {listed.length === 0 && <p className="orders-hint">没有有问题的行。</p>}
      </div>
      {checks.failure !== null && (
        <Alert
          type="error"
          className="names-check-failure"
          content={<FailureText error={checks.failure} />}
          action={
            <Button size="mini" onClick={checks.retry}>
              重试
            </Button>
          }
        />
      )}
      {current !== undefined && (
        <RowPanel
          key={current.row.key}
          {...{ work, template, cases, judged: current, revision: checks.revision }}
          coming={listed.slice(at + 1, at + 1 + ahead).flatMap(({ drawn }) => drawn ?? [])}
          position={`${at + 1}/${listed.length}`}
          onStep={step}
          onTick={tick}
        />
      )}
    </div>
  )
}

const stateText = (state: JudgedRow['state'], doubts: number): string =>
  ({ stop: `要改 ${doubts}`, look: `要看 ${doubts}`, seen: '已检查', fine: '', out: '不做' })[state]

interface RowPanelProps extends Omit<StepProps, 'template'> {
  readonly template: NameTemplate
  readonly judged: JudgedRow
  readonly revision: number | null
  readonly coming: readonly NameRow[]
  readonly position: string
  readonly onStep: (by: 1 | -1) => void
  readonly onTick: () => void
}

function RowPanel({ work, template, cases, judged, revision, coming, position, onStep, onTick }: RowPanelProps) {
  const { row, doubts, state, drawn } = judged
  const { phoneModelId, materialColorId } = caseOf(row, settingsOf(work.draft, cases))
  const change = (part: Parameters<NameListWork['setRow']>[1]) => work.setRow(row.key, part)
  const of = `${titleOf(row)}的`
  return (
    <div className="names-panel">
      <RowPicture templateId={template.id} revision={revision} row={drawn} coming={coming} title={titleOf(row)} />
      <div className="names-panel-facts">
        <div className="names-panel-head">
          <span className="orders-label">
            {row.line === null ? '新加的一行' : `第 ${row.line} 行`}（{position}）
          </span>
          <Button size="small" onClick={() => onStep(-1)} aria-keyshortcuts="ArrowUp">
            上一个
          </Button>
          <Button size="small" onClick={() => onStep(1)} aria-keyshortcuts="ArrowDown">
            下一个
          </Button>
        </div>
        {doubts.length > 0 && (
          <ul className="names-doubts" aria-label="问题">
            {doubts.map(({ kind, text }) => (
              <li key={text} className={`is-${kind}`}>
                {text}
              </li>
            ))}
          </ul>
        )}
        {template.layers.flatMap((layer) => {
          const text = row.texts[layer.uuid]
          const title = layer.name || layer.text
          return text === undefined ? (
            []
          ) : (
            <div key={layer.uuid} className="names-field">
              <span className="orders-label">{title}</span>
              <Input.TextArea
                aria-label={`${of}${title}`}
                value={text}
                disabled={row.isLeftOut}
                autoSize={{ minRows: 1, maxRows: 3 }}
                onChange={(typed) => change({ texts: { ...row.texts, [layer.uuid]: typed }, changes: [] })}
              />
            </div>
          )
        })}
        <div className="names-field">
          <span className="orders-label">手机型号{row.phone !== '' && `：名单里写的是「${row.phone}」`}</span>
          <ModelSelect
            label={`${of}手机型号`}
            value={phoneModelId}
            cases={cases}
            {...(row.phone !== '' && { placeholder: `${row.phone}？请选择` })}
            onChange={(id) => change({ phoneModelId: id })}
          />
        </div>
        <div className="names-field">
          <span className="orders-label">材质和颜色{row.color !== '' && `：名单里写的是「${row.color}」`}</span>
          <ColorSelect
            label={`${of}材质和颜色`}
            value={materialColorId}
            cases={cases}
            onChange={(id) => change({ materialColorId: id })}
          />
        </div>
        <div className="names-field">
          <span className="orders-label">数量</span>
          <Input aria-label={`${of}数量`} value={row.quantity} onChange={(quantity) => change({ quantity })} />
        </div>
        <div className="names-panel-actions">
          <Button type="primary" disabled={row.isLeftOut || state === 'stop'} aria-keyshortcuts="Enter" onClick={onTick}>
            {row.isChecked ? '已检查，下一个' : '没有问题，下一个'}
          </Button>
          <Button onClick={() => change({ isLeftOut: !row.isLeftOut })}>{row.isLeftOut ? '还是要做' : '这一行不做'}</Button>
        </div>
        <p className="orders-hint">↑ ↓ 换一行，回车表示看过了。</p>
      </div>
    </div>
  )
}

interface RowPictureProps {
  readonly templateId: number
  readonly revision: number | null
  /** Null while the case is not known. */
  readonly row: NameRow | null
  readonly coming: readonly NameRow[]
  readonly title: string
}

function RowPicture({ templateId, revision, row, coming, title }: RowPictureProps) {
  const api = useApi()
  const queries = useQueryClient()
  const isKnown = row !== null && revision !== null
  const query = namePictureQuery(api, templateId, revision ?? 0, row ?? { phoneModelId: 0, materialColorId: 0, texts: [] })
  const picture = useQuery({ ...query, enabled: isKnown, placeholderData: keepPreviousData })
  const isShown = picture.isSuccess && !picture.isPlaceholderData
  useEffect(() => {
    if (!isShown || revision === null) return
    for (const next of coming) void queries.prefetchQuery(namePictureQuery(api, templateId, revision, next))
  }, [api, queries, templateId, revision, isShown, coming])
  if (!isKnown) return <div className="names-picture">选好手机壳后在这里看效果</div>
  return (
    <div className="names-picture">
      {picture.isError ? (
        <div role="alert">
          <FailureText error={picture.error} />
          <Button size="small" loading={picture.isFetching} onClick={() => void picture.refetch()}>
            重试
          </Button>
        </div>
      ) : (
        <Spin loading={!isShown} tip="正在画">
          {picture.data === undefined ? (
            <div className="names-picture-wait" />
          ) : (
            <img
              src={picture.data.picture}
              alt={`${title}的效果`}
              data-drawn={isShown}
              className={picture.data.isOnCase ? '' : 'is-flat'}
            />
          )}
        </Spin>
      )}
      {isShown && picture.data?.isOnCase === false && (
        <p className="orders-hint">这个型号和颜色没有线框图，图上是平面的印刷内容。</p>
      )}
    </div>
  )
}
