/** The characters of the EBCDIC code page 037, by byte, as IBM registers them. GNU libc has others in 278 and 871. */
export const IBM037 =
  '\u0000\u0001\u0002\u0003\u009c\t\u0086\u007f\u0097\u008d\u008e\u000b\u000c\r\u000e\u000f\u0010\u0011\u0012\u0013\u009d\u0085\u0008\u0087\u0018\u0019\u0092\u008f\u001c\u001d\u001e\u001f\u0080\u0081\u0082\u0083\u0084\n\u0017\u001b\u0088\u0089\u008a\u008b\u008c\u0005\u0006\u0007\u0090\u0091\u0016\u0093\u0094\u0095\u0096\u0004\u0098\u0099\u009a\u009b\u0014\u0015\u009e\u001a \u00a0âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@\'="Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×{ABCDEFGHI\u00adôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\u009f';

/** The other code pages: the bytes at which each differs from 037, each with its character. */
export const DIFFERENCES: Readonly<Record<string, string | undefined>> = {
  '037': '',
  '273': '43{4aÄ4f!59~5aÜ5f^63[6aö7c§a1ßb0¢b5@ba¬bb|c0äcc¦d0üdc}e0Öec\\fc]',
  '277': '47}4a#4f!5a¤5bÅ5f^67$6aø70¦7bÆ7cØ80@9c{9e[9f]a1üb0¢ba¬bb|c0æd0ådc~',
  '278': '43{47}4a§4f!51`5a¤5bÅ5f^63#67$6aö71\\79é7bÄ7cÖ9f]a1üb0¢b5[ba¬bb|c0äcc¦d0ådc~e0Éec@',
  '280': '44{48\\4a°4f!51]54}58~5aé5f^6aò79ù7b£7c§90[a1ìb0¢b1#b5@ba¬bb|c0àcd¦d0èdd`e0ç',
  '284': '49¦4a[5a]69#6añ7bÑa1¨b0¢ba^bb!bd~',
  '285': '4a$5b£a1¯b0¢b1[ba^bc~',
  '297': '44@48\\4a°4f!51{54}5a§5f^6aù79µ7b£7cà90[a0`a1¨b0¢b1#b5]ba¬bb|bd~c0éd0èdd¦e0ç',
  '500': '4a[4f!5a]5f^b0¢ba¬bb|',
  '871': '4aÞ4f!5aÆ5fÖ79ð7cÐ8c`8e{9c}9e]a1öac@ae[b0¢ba¬bb|be\\c0þcc~d0æe0´ec^',
  '1047': '5f^ad[b0¬baÝbb¨bd]',
};

/** Pages that have the euro sign for the currency sign of another page. */
export const WITH_EURO: Readonly<Record<string, string | undefined>> = {
  '1140': '037',
  '1141': '273',
  '1142': '277',
  '1143': '278',
  '1144': '280',
  '1145': '284',
  '1146': '285',
  '1147': '297',
  '1148': '500',
  '1149': '871',
};
