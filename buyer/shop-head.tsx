/** The first thing that a buyer sees: whose shop it is, what its cases look like, and how far it is to one of his own. */
import './shop-head.css'
import { startOf } from '../contract/rules/buyer-rights'
import type { BuyerLink } from '../contract/types'
import { CasePicture } from './case-picture'
import { Icon } from './icon'

interface ShopHeadProps {
  readonly shopName: string
  /** Opens 我的设计; null where the page is there already. */
  readonly onDesigns: (() => void) | null
}

export function ShopHead({ shopName, onDesigns }: ShopHeadProps) {
  return (
    <div className="shop-head">
      <span className="mark" aria-hidden="true">
        {[...shopName.trim()][0] ?? '壳'}
      </span>
      <p className="shop">{shopName}</p>
      {onDesigns && (
        <button type="button" className="quiet" onClick={onDesigns}>
          <Icon name="designs" />
          我的设计
        </button>
      )}
    </div>
  )
}

/** Templates that the strip of the first page shows; all of them follow after the phone is chosen. */
const mostShown = 8

interface ShowcaseProps {
  readonly link: BuyerLink
  /** The template that the buyer wants; null for none yet. */
  readonly wanted: number | null
  /** Chooses a template before the phone; null where nothing can be begun. */
  readonly onWant: ((templateId: number | null) => void) | null
}

/** Finished cases of the shop, or an empty one where it has no templates. One that is tapped is begun once the phone is chosen. */
export function Showcase({ link, wanted, onWant }: ShowcaseProps) {
  const shown = link.templates.slice(0, mostShown)
  const chosen = link.templates.find(({ id }) => id === wanted)
  return (
    <section className="showcase" aria-label="款式">
      <p className="claim">{shown.length > 0 ? '换上您的照片，做自己的手机壳' : '用您的照片，做自己的手机壳'}</p>
      {shown.length > 0 ? (
        <ul className={shown.length === 1 ? 'strip is-single' : 'strip'}>
          {shown.map((template) => (
            <li key={template.id}>
              {onWant ? (
                <button
                  type="button"
                  aria-pressed={template.id === wanted}
                  onClick={() => onWant(template.id === wanted ? null : template.id)}
                >
                  <CasePicture template={template} />
                  <span>{template.name || '未命名'}</span>
                </button>
              ) : (
                <>
                  <CasePicture template={template} />
                  <span>{template.name || '未命名'}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <div className="strip is-single" aria-hidden="true">
          <span className="case-picture is-empty tilt">
            <Icon name="plus" />
          </span>
        </div>
      )}
      <p className="hint" role={chosen ? 'status' : undefined}>
        {chosen ? `已选「${chosen.name || '未命名'}」，选好手机就开始` : '提交前能看到效果图；照片只用来做您的这一件'}
      </p>
    </section>
  )
}

/** The way to a design, with the present step: the phone (1), the template (2), the design itself (3). */
export function Steps({ link, now }: { readonly link: BuyerLink; readonly now: 1 | 2 }) {
  const names = hasGallery(link) ? ['选机型', '选款式', '做设计'] : ['选机型', '做设计']
  return (
    <ol className="steps" aria-label={`第 ${now} 步，共 ${names.length} 步`}>
      {names.map((name, at) => (
        <li key={name} aria-current={at + 1 === now ? 'step' : undefined} className={at + 1 < now ? 'is-done' : undefined}>
          <span aria-hidden="true">{at + 1 < now ? <Icon name="check" /> : at + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  )
}

/** Whether there is anything to choose between after the phone. */
export const hasGallery = ({ mode, templates }: BuyerLink): boolean => templates.length + (startOf(mode).blank ? 1 : 0) !== 1
