const Page = () => null

export default Page
