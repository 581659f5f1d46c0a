import { useEffect, useState } from 'react'
import { codeText } from '../contract/rules/design-code'
import type { BuyerDesign, BuyerLink } from '../contract/types'
import { BuyerError, type DesignKey, readDesign } from './api'
import { caseName } from './case-chooser'
import { isChangedSince } from './design-session'
import { FindDesign } from './find-design'
import { BackButton, Icon } from './icon'
import { forgetDesign, knownDesigns } from './known-designs'
import { docOf } from './layers'
import { Thumbnail } from './thumbnail'
import { errorText } from './words'

interface DesignsProps {
  /** Null where the link is no more: its designs can still be seen. */
  readonly link: BuyerLink | null
  readonly token: string
  readonly onOpen: (key: DesignKey, design: BuyerDesign) => void
  /** Opens a design on the screen where it is submitted. */
  readonly onSubmit: (key: DesignKey, design: BuyerDesign) => void
  /** Opens a design that was found by its code. */
  readonly onFound: (key: DesignKey) => Promise<void>
  readonly onBeginAnother: () => void
  readonly onBack: () => void
}

interface Known {
  readonly key: DesignKey
  readonly design: BuyerDesign
}

/** 我的设计: the designs that were begun on this phone behind this link. */
export function Designs({ link, token, onOpen, onSubmit, onFound, onBeginAnother, onBack }: DesignsProps) {
  const [designs, setDesigns] = useState<readonly Known[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readKnown(token).then(
      (read) => isCurrent && setDesigns(read),
      (error: unknown) => isCurrent && setProblem(errorText(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [token])
  return (
    <main className="start">
      <header>
        <BackButton onBack={onBack} />
        <h1>我的设计</h1>
      </header>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {designs === null && !problem && <p className="hint">正在打开…</p>}
      <ul className="gallery">
        {link && (
          <li>
            <button type="button" onClick={onBeginAnother}>
              <span className="own is-empty">
                <Icon name="plus" />
              </span>
              <span>再做一个</span>
            </button>
          </li>
        )}
        {designs?.map(({ key, design }) => (
          <li key={key.id}>
            <button type="button" onClick={() => onOpen(key, design)}>
              <span className="own">
                {design.effectImageUrl && design.submittedRevision === design.revision ? (
                  <img src={design.effectImageUrl} alt="" loading="lazy" />
                ) : (
                  <Thumbnail doc={docOf(design)} />
                )}
              </span>
              <span>{link ? caseName(link, design) : '我的设计'}</span>
              <small>{stateText(design)}</small>
            </button>
            {isChanged(design) && link?.endedText === null && (
              <button type="button" className="resubmit" onClick={() => onSubmit(key, design)}>
                重新提交
              </button>
            )}
          </li>
        ))}
      </ul>
      <FindDesign onFound={onFound} />
    </main>
  )
}

const isChanged = (design: BuyerDesign): boolean => design.lockText === null && isChangedSince({ design, save: 'saved' })

const stateText = (design: BuyerDesign): string => {
  if (design.lockText !== null) return '已开始制作'
  if (isChanged(design)) return '有修改还没有提交'
  if (design.status === 'rejected') return '卖家退回，待修改'
  if (design.isBound) return '已用于订单'
  return design.status === 'submitted' ? `编号 ${codeText(design.code)}` : '还没有提交'
}

/** Reads the known designs. Deleted ones are removed from the list; a failure of the network fails the whole call. */
async function readKnown(token: string): Promise<readonly Known[]> {
  const read = await Promise.all(
    knownDesigns(token).map(async (key) => {
      try {
        return { key, design: await readDesign(key) }
      } catch (error) {
        if (!(error instanceof BuyerError) || error.code !== 'not-found') throw error
        forgetDesign(token, key.id)
        return null
      }
    }),
  )
  return read.filter((one) => one !== null)
}
