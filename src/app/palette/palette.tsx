import { Input } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '../../api/services'
import type { DialogProps } from '../../ui/lazy-dialog'
import { Modal } from '../../ui/modal'
import { useTextMatch } from '../../ui/use-text-match'
import { type Entry, entryKinds, findOrders, fixedEntries, readCatalogue } from './entries'
import './palette.css'

/** Maximum number of shown results of one kind; for more, the seller types a longer text. */
const maxPerKind = 8
/** Time without typing after which the server is queried for orders, ms. */
const pauseMs = 250

/** Returns the matching entries by kind; without a text the screens and actions. */
function matchingEntries(
  entries: readonly Entry[],
  query: string,
  match: (text: string, query: string) => boolean,
): readonly Entry[] {
  const found = entries.filter(({ kind, name, detail }) =>
    query === ''
      ? kind === '页面' || kind === '操作'
      : kind === '订单' || match(name, query) || (detail !== undefined && match(`${detail}${name}`, query)),
  )
  return entryKinds.flatMap((kind) => found.filter((entry) => entry.kind === kind).slice(0, query === '' ? 20 : maxPerKind))
}

/** 快速搜索: finds everything of the shop by name, pinyin or initials; Enter opens it. */
export default function Palette({ visible, onClose }: DialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [debouncedQuery, setDebouncedQuery] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const words = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedQuery(words), pauseMs)
    return () => clearTimeout(timer)
  }, [words])
  const quiet = { quiet: true } as const
  const catalogue = useQuery({
    queryKey: ['palette', 'catalogue'],
    queryFn: () => readCatalogue(api, queries),
    enabled: visible,
    staleTime: 30_000,
    meta: quiet,
  })
  const orders = useQuery({
    queryKey: ['palette', 'orders', debouncedQuery],
    queryFn: () => findOrders(api, queries, debouncedQuery),
    enabled: visible && debouncedQuery.length > 1,
    staleTime: 10_000,
    meta: quiet,
  })
  const match = useTextMatch(words)
  const found = useMemo(
    () =>
      matchingEntries(
        [...fixedEntries, ...(catalogue.data ?? []), ...(words.length > 1 ? (orders.data ?? []) : [])],
        words,
        match,
      ),
    [catalogue.data, orders.data, words, match],
  )
  const current = Math.min(activeIndex, found.length - 1)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const openEntry = (entry: Entry | undefined) => {
    if (entry === undefined) return
    onClose()
    navigate(entry.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setActiveIndex((current + step + found.length) % found.length)
    } else if (event.key === 'Enter') openEntry(found[current])
  }

  return (
    <Modal
      visible={visible}
      className="palette"
      title={null}
      footer={null}
      closable={false}
      maskClosable
      onCancel={onClose}
      afterClose={() => {
        setTyped('')
        setActiveIndex(0)
      }}
    >
      <Input
        autoFocus
        size="large"
        prefix={<IconSearch />}
        value={typed}
        role="combobox"
        aria-label="快速搜索"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${current}`}
        placeholder="去页面、型号、模板、订单…可用拼音或首字母"
        onChange={(next) => {
          setTyped(next)
          setActiveIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="搜索结果" className="palette-list">
        {found.map((entry, index) => (
          <div key={entry.key} role="presentation">
            {entry.kind !== found[index - 1]?.kind && (
              <div className="palette-kind" aria-hidden="true">
                {entry.kind}
              </div>
            )}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              data-at={index}
              className="palette-entry"
              onPointerMove={() => setActiveIndex(index)}
              onClick={() => openEntry(entry)}
            >
              <span className="palette-name">{entry.name}</span>
              {entry.detail !== undefined && <span className="palette-detail">{entry.detail}</span>}
            </div>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className="palette-none" role="status">
          {catalogue.isFetching || orders.isFetching ? '正在搜索…' : `没有找到「${words}」`}
        </p>
      )}
    </Modal>
  )
}
