/** The ways back to a design from another phone: its own address as a QR code, and its code with four digits. Loaded on demand. */
import './return-sheet.css'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { codeText } from '../contract/rules/design-code'
import { qrCode, qrPath } from '../imaging/qr/qr-code'
import type { DesignKey } from './api'
import { BottomSheet } from './bottom-sheet'
import type { DesignSession } from './design-session'
import { DigitsField } from './find-design'
import { fragmentOf } from './known-designs'
import { useAttempt } from './use-attempt'

export interface ReturnSheetProps {
  readonly designKey: DesignKey
  readonly session: DesignSession
  readonly onClose: () => void
}

export function ReturnSheet({ designKey, session, onClose }: ReturnSheetProps) {
  const { design } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const [digits, setDigits] = useState('')
  const [said, setSaid] = useState<string | null>(null)
  const { attempt, busy, problem } = useAttempt({ stays: true })
  const address = `${location.origin}${location.pathname}${fragmentOf(designKey)}`
  const grid = qrCode(address)
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(address).catch(() => {
        throw new Error('没有复制成功，请收藏这一页。')
      })
      setSaid('已复制，请只发给自己：谁有这个地址，谁就能改这个设计。')
    })
  const leave = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      if (digits.length !== 4) throw new Error('请填写手机号的后 4 位数字')
      await session.setReturn(digits)
      setDigits('')
      setSaid(`好了：在另一台手机的“我的设计”里填编号 ${codeText(design.code)} 和这 4 位数字就能找回。`)
    })
  }
  return (
    <BottomSheet title="换手机也能打开" onClose={onClose}>
      {(problem ?? said) !== null && (
        <p className={problem ? 'problem' : 'hint'} role={problem ? 'alert' : 'status'}>
          {problem ?? said}
        </p>
      )}
      <div className="return-way">
        {grid && <Code grid={grid} />}
        <div>
          <p>用另一台手机扫一扫，或者把地址发给自己。</p>
          <button type="button" className="wide" disabled={busy} onClick={copy}>
            复制地址
          </button>
        </div>
      </div>
      <form className="find-design" onSubmit={leave}>
        <p>
          或者留下手机号后 4 位，以后凭定制编号和这 4 位找回；它只用来找回这个设计。
          {design.canReturn && '您已经留过，再填会换成新的。'}
        </p>
        <DigitsField value={digits} onChange={setDigits} />
        <button type="submit" className="wide" disabled={busy}>
          {busy ? '正在保存…' : '留下后 4 位'}
        </button>
      </form>
    </BottomSheet>
  )
}

/** Black on white in light and dark: cameras read no other. */
function Code({ grid }: { readonly grid: readonly (readonly boolean[])[] }) {
  const { path, size } = qrPath(grid)
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="这个设计的二维码" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
