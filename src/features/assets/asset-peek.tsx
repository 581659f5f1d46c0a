import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { LooseDesignAsset } from '../../../contract/types'
import { thumbnailUrl } from '../../api/file-url'
import { useLatest } from '../../ui/use-latest'

/** Width of the picture beside the card, px. */
const peekWidth = 220
/** Time in ms that the pointer must rest on a card: moving across many cards must not flicker. */
const hoverDelayMs = 350
const gapPx = 8
/** Tall pictures are scaled down to this height in px, so that the surrounding cards stay visible. */
const maxHeight = 320

interface Peek {
  readonly asset: LooseDesignAsset
  readonly card: DOMRect
}

/** Position beside the card, on the side that has space, inside the window. */
function positionBeside(card: DOMRect, height: number): { left: number; top: number } {
  const right = card.right + gapPx
  const left = right + peekWidth > innerWidth - gapPx ? card.left - gapPx - peekWidth : right
  const top = card.top + card.height / 2 - height / 2
  return { left: Math.max(gapPx, left), top: Math.max(gapPx, Math.min(top, innerHeight - height - gapPx)) }
}

/** Height of the picture at the full width, px, limited so that one tall picture does not cover the page. */
function peekHeight({ width, height }: LooseDesignAsset): number {
  return width === null || height === null ? peekWidth : Math.min(maxHeight, Math.max(24, (peekWidth * height) / width))
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
  const hoverCount = useRef(0)
  const assetOf = useLatest((id: number) => assets.find((one) => one.id === id))
  const props = useMemo(() => {
    const hide = () => {
      hoverCount.current++
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
        const hover = ++hoverCount.current
        timer.current = window.setTimeout(() => {
          // Shown only once it has loaded: an empty frame would cover the cards for nothing.
          const picture = new Image()
          picture.onload = () => {
            if (hover === hoverCount.current) setPeek({ asset, card: open.getBoundingClientRect() })
          }
          picture.src = thumbnailUrl(asset.url, peekWidth)
        }, hoverDelayMs)
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
        style={{ ...positionBeside(peek.card, peekHeight(peek.asset)), width: peekWidth, height: peekHeight(peek.asset) }}
        aria-hidden="true"
      >
        <img src={thumbnailUrl(peek.asset.url, peekWidth)} alt="" />
      </div>,
      document.body,
    )
  return { props, picture }
}
