import { IconExclamationCircleFill } from '@arco-design/web-react/icon'
import { Fragment } from 'react'
import { sharpnessOf } from '../../../contract/rules/print-resolution'
import { printFileFacts } from '../../../contract/rules/sizes'
import type { Customization } from '../../../contract/types'
import { dpiHints, printOf } from './order-facts'
import './print-file-text.css'
import './status-tag.css'

interface PrintFileTextProps {
  readonly customization: Customization
  /** Marks a resolution that is too low. */
  readonly isJudged?: boolean
  /** Shown when nothing is known. */
  readonly unknown?: string
}

/** A line such as 300 DPI · 912 × 1949 px · 77.2 × 165 mm · PNG, broken only between its parts. */
export function PrintFileText({ customization, isJudged = false, unknown = '' }: PrintFileTextProps) {
  const dpi = printOf(customization)?.dpi ?? null
  const facts = printFileFacts(customization, dpi)
  if (facts.length === 0) return unknown
  return facts.map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 && ' · '}
      {index === 0 && isJudged && dpi !== null ? (
        <JudgedDpi dpi={dpi} text={fact} />
      ) : (
        <span className="print-file-part">{fact}</span>
      )}
    </Fragment>
  ))
}

function JudgedDpi({ dpi, text }: { readonly dpi: number; readonly text: string }) {
  const level = sharpnessOf(dpi)
  return (
    <span className={`orders-dpi print-file-part is-${level}`} title={dpiHints[level]}>
      {level !== 'good' && <IconExclamationCircleFill />}
      {text}
    </span>
  )
}
