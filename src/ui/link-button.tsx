import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link to another screen with the look of a primary button, for screens without content. */
export function LinkButton({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} asChild>
      <Button type="primary" href={href} className="button-link">
        {children}
      </Button>
    </Link>
  )
}
