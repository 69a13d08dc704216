/** An application that has the administration API by its dependency alone. */
service PlainService {
  entity Things {
    key ID : Integer;
        name : String(111);
  }
}
