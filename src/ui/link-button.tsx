import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface LinkButtonProps {
  readonly href: string
  /** Beside a primary button. */
  readonly secondary?: boolean
  readonly children: ReactNode
}

/** A link to another screen with the look of a button, by default of a primary one, for screens without content. */
export function LinkButton({ href, secondary = false, children }: LinkButtonProps) {
  return (
    <Link href={href} asChild>
      <Button type={secondary ? 'secondary' : 'primary'} href={href} className="button-link">
        {children}
      </Button>
    </Link>
  )
}
