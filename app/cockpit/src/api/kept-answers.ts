const KEPT_MS = 30_000

/** Answers that are asked for once by all who ask at about the same time; one that fails is asked for again. */
export const keptAnswers = <Answer>() => {
  const asked = new Map<string, Promise<Answer>>()
  return (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = asked.get(key)
    if (known) return known
    const answer = ask()
    const forget = (): void => {
      asked.delete(key)
    }
    asked.set(key, answer)
    answer.then(() => setTimeout(forget, KEPT_MS), forget)
    return answer
  }
}
