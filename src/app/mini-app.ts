import logo from './logo.svg'

/** What the shell shows on top while no shop has told its mini-app's own name and logo. */
export const miniApp = { name: '壳匠', logoUrl: logo } as const
