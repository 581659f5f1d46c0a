import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { LooseDesignAsset } from '../../../contract/types'
import { thumbnailUrl } from '../../api/file-url'
import { useLatest } from '../../ui/use-latest'

/** Width of the picture beside the card, px. */
const peekWidth = 220
/** Time in ms that the pointer must rest on a card: moving across many cards must not flicker. */
const restMs = 350
const gap = 8
/** Tall pictures are scaled down to this height in px, so that the surrounding cards stay visible. */
const mostHeight = 320

interface Peek {
  readonly asset: LooseDesignAsset
  readonly card: DOMRect
}

/** Position beside the card, on the side that has space, inside the window. */
function placeBeside(card: DOMRect, height: number): { left: number; top: number } {
  const right = card.right + gap
  const left = right + peekWidth > innerWidth - gap ? card.left - gap - peekWidth : right
  const top = card.top + card.height / 2 - height / 2
  return { left: Math.max(gap, left), top: Math.max(gap, Math.min(top, innerHeight - height - gap)) }
}

/** Height of the picture at the full width, px, limited so that one tall picture does not cover the page. */
function peekHeight({ width, height }: LooseDesignAsset): number {
  return width === null || height === null ? peekWidth : Math.min(mostHeight, Math.max(24, (peekWidth * height) / width))
}

/**
 * Shows a larger picture of the card that the mouse rests on. It is a visual aid only: click or Enter open the preview instead.
 *
 * @param assets the assets on screen; cards are identified by `data-id` on their list item.
 * @returns props for the element around the cards, and the picture itself.
 */
export function useAssetPeek(assets: readonly LooseDesignAsset[]) {
  const [peek, setPeek] = useState<Peek | null>(null)
  const timer = useRef(0)
  /** Counts hovered cards, so that a picture that loads late is not shown beside another card. */
  const last = useRef(0)
  const assetOf = useLatest((id: number) => assets.find((one) => one.id === id))
  const props = useMemo(() => {
    const hide = () => {
      last.current++
      clearTimeout(timer.current)
      setPeek(null)
    }
    return {
      onPointerOver: (event: PointerEvent) => {
        hide()
        if (event.pointerType !== 'mouse' || event.buttons !== 0 || !(event.target instanceof Element)) return
        const open = event.target.closest('.assets-open')
        const id = Number(open?.closest('li')?.dataset.id)
        const asset = assetOf(id)
        if (!open || !asset) return
        const turn = ++last.current
        timer.current = window.setTimeout(() => {
          // Shown only once it has loaded: an empty frame would cover the cards for nothing.
          const picture = new Image()
          picture.onload = () => {
            if (turn === last.current) setPeek({ asset, card: open.getBoundingClientRect() })
          }
          picture.src = thumbnailUrl(asset.url, peekWidth)
        }, restMs)
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onWheel: hide,
    }
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const picture =
    peek &&
    createPortal(
      <div
        className="assets-peek checkerboard"
        style={{ ...placeBeside(peek.card, peekHeight(peek.asset)), width: peekWidth, height: peekHeight(peek.asset) }}
        aria-hidden="true"
      >
        <img src={thumbnailUrl(peek.asset.url, peekWidth)} alt="" />
      </div>,
      document.body,
    )
  return { props, picture }
}
