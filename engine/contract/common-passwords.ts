/** Passwords that guessers try first, including Chinese favourites, in lower case and of 8 characters or more. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 0123456789 87654321 987654321 9876543210 0987654321 11223344 12341234 12344321
  123123123 123321123 147258369 159357456 112233445566 1234qwer qwer1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx
  qazwsxedc qwertyui qwertyuiop qwerty123 qwerty12 asdfghjk asdfghjkl asdf1234 asd123456 zxcvbnm1 zxcvbnm123 qwe123456
  q1w2e3r4 q123456789 qq123456 qq123456789 a1234567 a12345678 a123456789 aa123456 aa12345678 abc12345 abc123456
  abcd1234 abcd123456 abcdefgh abcdef123 admin123 admin1234 admin12345 admin123456 admin@123 admin888 adminadmin
  administrator root1234 root123456 test1234 test123456 user1234 guest1234 password password1 password12 password123
  passw0rd p@ssw0rd p@ssword pass1234 letmein1 welcome1 welcome123 iloveyou iloveyou1 sunshine princess football
  baseball superman trustno1 dragon123 monkey123 michael1 changeme changeme123 default1 secret123 computer internet
  woaini1314 woaini520 woaini521 woaini123 woaini1314520 woaini123456 5201314520 1314520520 13145200 52013145201314
  wo123456 woaiwojia nihao123 nihao123456 zhang123 zhangsan wang1234 wangwang li123456 liu123456 zhongguo zhongguo1
  china123 beijing2008 shanghai shenzhen guangzhou aini1314 qaz123456 z123456789 w123456789 x123456789 s123456789
  123456aa 123456ab 123456abc 123456qq 12345678a 123456789a 12345678q 123456789q 1234567a 1234abcd 123qweasd 123qweasdzxc
  123456789abc 123654789 123789456 124578963 135792468 246813579 147852369 159753456 741852963 789456123 987456321
  a123456a aaaaaaa1 aaaa1111 abc123abc abc123123 as123456 asdasdasd qweqweqwe qweasdzxc zxc123456 zxcvbnm1234
  caonima123 wodemima mima1234 mima123456 woshishui dearbook taobao123 alibaba1 tencent1 baidu123 huawei123 xiaomi123
  qwert12345 qwerty1234 qwerty12345 1qaz@wsx 1qaz!qaz !qaz2wsx p@ssw0rd1 p@ssw0rd123 pa$$w0rd passw0rd123 abc@1234
  abc@12345 abc@123456 abcd@1234 aa123456. admin@1234 admin@12345 admin#123 test@123 root@123 user@123 pass@123`.split(/\s+/),
);
