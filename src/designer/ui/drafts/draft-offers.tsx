import './drafts.css'
import { Button } from '@arco-design/web-react'
import { useState } from 'react'
import { messageOf } from '../../../../contract/ground/thrown'
import { agoText } from '../../../base/ago'
import { serverNow } from '../../../base/server-clock'
import { confirm } from '../../../ui/confirm'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import type { DraftOfferRow } from '../../api/shared-drafts'
import { useCell, useDesigner, useSession } from '../context'

/** A sub-account is named `main:sub`; colleagues know one another by the second part. */
const shortName = (username: string) => username.slice(username.indexOf(':') + 1)

/** Drafts of colleagues, and of the seller on another machine, over the canvas until they are opened or put away. */
export function DraftOffers() {
  const { sharedDrafts } = useDesigner()
  const { offers } = useCell(sharedDrafts.state)
  const askingFirst = useSession(({ draftOffer }) => draftOffer !== null)
  if (offers.length === 0 || askingFirst) return null
  return (
    <ul className="designer-drafts" aria-label="没有保存的草稿">
      {offers.map((offer) => (
        <Offer key={`${offer.userId} ${offer.updatedAt}`} offer={offer} />
      ))}
    </ul>
  )
}

function Offer({ offer }: { readonly offer: DraftOfferRow }) {
  const { session, sharedDrafts } = useDesigner()
  const revision = useSession((state) => state.revision)
  const [busy, setBusy] = useState(false)
  const whose = offer.isMine ? '您' : shortName(offer.username)
  const name = `${whose}的草稿`
  const outdated = revision !== null && offer.revision < revision
  const open = useOneAtATime(async () => {
    setBusy(true)
    try {
      await sharedDrafts.open(offer, `打开${name}`)
    } catch (error) {
      session.notify('warning', `草稿没有打开：${messageOf(error)}`)
      setBusy(false)
    }
  })
  const dismiss = useOneAtATime(async () => {
    const question = {
      title: '丢弃您的草稿？',
      content: '它是您在另一个窗口或另一台电脑上没有保存的修改，丢弃后不能恢复。',
      okText: '丢弃草稿',
      danger: true,
    }
    if (!offer.isMine || (await confirm(question))) await sharedDrafts.dismiss(offer)
  })
  return (
    <li className="designer-draft">
      <span className="designer-draft-text">
        {name}，{agoText(offer.updatedAt, serverNow())}
        {outdated && <span className="designer-draft-note">此后模板又保存过</span>}
      </span>
      <Button size="small" type="primary" loading={busy} aria-label={`打开${name}`} onClick={() => void open()}>
        打开
      </Button>
      <Button size="small" aria-label={offer.isMine ? '丢弃您的草稿' : `忽略${name}`} onClick={() => void dismiss()}>
        {offer.isMine ? '丢弃' : '忽略'}
      </Button>
    </li>
  )
}
